/** An observable step of the product on the wire: a commit or a call. */
export type Moment = {
  kind: "commit" | "call";
  /** `before`: sent and not received. `after`: done, and the response not received. */
  when: "before" | "after";
  /** The tables that were written, or the bank's resource. */
  what: string;
};

/**
 * The moment of the kill: the nth (from 1) of its kind since the switch was last set, or of those with this `what`. A
 * pattern where the tables of a commit may differ between runs: a settlement that finds a lock writes in another order.
 */
export type KillPoint = Pick<Moment, "kind" | "when"> & { at: number; what?: string | RegExp };

/** Reports a moment. True: its process was killed. */
export type Reach = (moment: Moment) => boolean;

export type KillSwitch = {
  reach: Reach;
  /** Starts to count moments; the one that `point` names kills. Null: they are only counted. */
  set(point: KillPoint | null, kill: () => void): void;
  /** Stops counting, until it is set again. */
  rest(): void;
  /** The product runs again. */
  revive(): void;
  isDead(): boolean;
  /** All moments since the switch was last set, and the ones of all kills. */
  passed(): readonly Moment[];
  kills: Moment[];
};

/** Counts the moments on the wire, and kills at the chosen one. */
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
  if (kind !== point.kind || when !== point.when) return false;
  return point.what instanceof RegExp ? point.what.test(what) : point.what === undefined || what === point.what;
}
