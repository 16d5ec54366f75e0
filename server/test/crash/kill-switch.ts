/** Something that the product does and that leaves it: seen from outside, on the wire. */
export type Moment = {
  kind: "commit" | "call";
  /** `before`: on its way, and nobody has heard of it. `after`: done, and the product has not heard of it. */
  when: "before" | "after";
  /** The tables that were written, or the bank's resource. */
  what: string;
};

/** The moment to kill at: the so-manieth (from 1) of its kind since the switch was last set, or of those about one thing. */
export type KillPoint = Pick<Moment, "kind" | "when"> & { at: number; what?: string };

/** Tells of a moment as it comes. True: whoever made it is dead, and nothing of it goes on. */
export type Reach = (moment: Moment) => boolean;

export type KillSwitch = {
  reach: Reach;
  /** Moments count from now on, and the one that `point` names kills; null: they are only counted. */
  set(point: KillPoint | null, kill: () => void): void;
  /** Moments count no more, until it is set again. */
  rest(): void;
  /** The product lives again. */
  revive(): void;
  isDead(): boolean;
  /** All moments since the switch was last set, and those at which it killed since ever. */
  passed(): readonly Moment[];
  kills: Moment[];
};

/** Counts what passes on the wires, and kills at the one moment that was asked for. */
export function killSwitch(): KillSwitch {
  let armed: { point: KillPoint | null; kill: () => void } | null = null;
  let isDead = false;
  let passed: Moment[] = [];
  const kills: Moment[] = [];
  const reach: Reach = (moment) => {
    if (isDead || !armed) return isDead;
    passed.push(moment);
    const { point, kill } = armed;
    if (!point || !isOf(moment, point)) return false;
    if (passed.filter((one) => isOf(one, point)).length !== point.at) return false;
    isDead = true;
    kills.push(moment);
    kill();
    return true;
  };
  return {
    reach,
    set(point, kill) {
      armed = { point, kill };
      passed = [];
    },
    rest() {
      armed = null;
    },
    revive() {
      isDead = false;
    },
    isDead: () => isDead,
    passed: () => passed,
    kills,
  };
}

function isOf({ kind, when, what }: Moment, point: KillPoint): boolean {
  return kind === point.kind && when === point.when && (point.what === undefined || what === point.what);
}
