import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button, LinkButton } from "../../ui/button";
import { SelectField } from "../../ui/fields";
import { Icon } from "../../ui/icons";
import { Note } from "../../ui/parts";
import { type Outputs, useMay, useMerchantId, useTRPCClient } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import { useCall } from "../../ui/use-action";
import { SentAnswer } from "../developers/repeat-call";
import { showScenario } from "./kept-payment";
import {
  type BankButton,
  buttonOf,
  type CreatedPayment,
  createdIn,
  defaultEndpointLabel,
  endpointsForTests,
  newKey,
  OUTCOMES,
  sendUntilEnded,
  simulationRequest,
  tryItPath,
} from "./simulation-request";
import s from "./try-it.module.css";

type AllEndpoints = Outputs["webhooks"]["endpoints"]["list"];
type SimulationProps = {
  baseUrl: string;
  /** The scenario that is chosen first. */
  scenario: string;
  /** `press`: the scenario runs by itself and presses this button at the bank; null: the user is the customer. */
  onCreated: (created: CreatedPayment, press: BankButton | null) => void;
};

/** The options of the next simulated payment, and what creates it through the API. */
export function useSimulation({ baseUrl, scenario, onCreated }: SimulationProps) {
  const [word, setWord] = useState(scenario);
  const [endpoint, setEndpoint] = useState("");
  const { make, ...state } = useMake(onCreated);
  const start = (press: BankButton | null, key?: string) =>
    make(simulationRequest({ word, endpoint: endpoint === "" ? null : endpoint }, baseUrl), press, key);
  // The address is one to share: it begins with the same scenario.
  const choose = (chosen: string) => {
    setWord(chosen);
    showScenario(tryItPath(window.location.pathname, chosen));
  };
  return { word, choose, endpoint, setEndpoint, start, ...state };
}

export type Simulation = ReturnType<typeof useSimulation>;

type FormProps = {
  simulation: Simulation;
  /** Null: the merchant's endpoints are not offered. */
  endpoints: AllEndpoints | null;
  simulated: boolean;
};

/** Scenario, webhook endpoint, and the buttons that create the test payment. */
export function SimulationForm({ simulation, endpoints, simulated }: FormProps) {
  const { word, endpoint, setEndpoint, start, isPending } = simulation;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start(null);
  };
  return (
    <form className={s.form} onSubmit={submit} aria-label="Simulated payment">
      {simulated ? (
        <ScenarioField simulation={simulation} help={<ScenarioHelp word={word} />} />
      ) : (
        <Note tone="warn">
          There are no simulated banks here. The payment can only be paid at a test system of a bank that the operator
          connected.
        </Note>
      )}
      {endpoints === null ? null : <EndpointField endpoints={endpoints} endpoint={endpoint} onChange={setEndpoint} />}
      <div className={ui.actions}>
        <Button look="primary" type="submit" aria-disabled={isPending} data-create="">
          <Icon name="play" />
          Simulate a payment
        </Button>
        {simulated ? <RunButton simulation={simulation} /> : null}
        <span className={ui.muted} role="status">
          {isPending ? "Creating the payment …" : ""}
        </span>
      </div>
      <SimulationFailure simulation={simulation} />
    </form>
  );
}

/** Runs the scenario without the user. */
export function RunButton({ simulation, look }: { simulation: Simulation; look?: "primary" }) {
  const may = useMay();
  const { word, start, isPending } = simulation;
  if (!may("developers.testPayments.choose")) return null;
  return (
    <Button look={look} aria-disabled={isPending} onClick={() => start(buttonOf(word))}>
      {look ? <Icon name="play" /> : null}
      Run it for me
    </Button>
  );
}

/** Why the payment was not created. */
export function SimulationFailure({ simulation: { failure, refused } }: { simulation: Simulation }) {
  return (
    <>
      {failure ? <Note tone="bad">{failure}</Note> : null}
      {refused ? (
        <div className={s.whole} role="alert">
          <p>The API rejected the request. Nothing was created.</p>
          <SentAnswer answered={refused} />
        </div>
      ) : null}
    </>
  );
}

type Body = ReturnType<typeof simulationRequest>;

/** Sends the request as a server does. Until a response arrives, the same body is sent with the same key, so nothing is created twice. */
function useMake(onCreated: SimulationProps["onCreated"]) {
  const client = useTRPCClient();
  const merchantId = useMerchantId();
  const wanted = useRef<BankButton | null>(null);
  const unanswered = useRef<{ text: string; key: string } | null>(null);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  const send = (input: { body: Body; idempotencyKey: string }) =>
    client.developers.reference.send.mutate({ merchantId, operation: "createPaymentRequest", ...input });
  const making = useCall(
    (input: Parameters<typeof send>[0]) =>
      sendUntilEnded(
        () => send(input),
        () => left.current,
      ),
    {
      unchanged: "Nothing was created.",
      onDone: (answered) => {
        unanswered.current = null;
        const created = createdIn(answered);
        if (created && !left.current) onCreated(created, wanted.current);
      },
    },
  );
  const make = (body: Body, press: BankButton | null, firstKey?: string) => {
    // The buttons keep the focus meanwhile, which a disabled one loses.
    if (making.busy) return;
    wanted.current = press;
    const text = JSON.stringify(body);
    if (unanswered.current?.text !== text) unanswered.current = { text, key: firstKey ?? newKey() };
    making.run({ body, idempotencyKey: unanswered.current.key });
  };
  const refused = making.output && createdIn(making.output) === null ? making.output : null;
  return { make, isPending: making.busy, failure: making.failure, refused };
}

/** The choice of the scenario, with or without its description. */
export function ScenarioField({ simulation: { word, choose }, help }: { simulation: Simulation; help?: ReactNode }) {
  return (
    <SelectField
      id="scenario"
      label="Scenario"
      help={help}
      value={word}
      onChange={(change) => choose(change.target.value)}
    >
      {OUTCOMES.map((one) => (
        <option key={one.word} value={one.word}>
          {one.name}
        </option>
      ))}
    </SelectField>
  );
}

function ScenarioHelp({ word }: { word: string }) {
  return (
    <>
      {OUTCOMES.find((one) => one.word === word)?.description}{" "}
      {word === "" ? null : (
        <>
          Chosen by <code>{word}</code> in the payment reference.
        </>
      )}
    </>
  );
}

type EndpointFieldProps = { endpoints: AllEndpoints; endpoint: string; onChange: (name: string) => void };

/** Endpoints for live payments only are not offered: they receive no test events. */
function EndpointField({ endpoints, endpoint, onChange }: EndpointFieldProps) {
  const names = endpointsForTests(endpoints);
  const unnamed = defaultEndpointLabel(endpoints);
  if (unnamed === null && names.length === 0) {
    return (
      <Note
        tone="warn"
        action={
          <LinkButton slim href="/console/webhooks">
            Webhooks
          </LinkButton>
        }
      >
        No webhooks will be sent: there is no endpoint for test payments yet.
      </Note>
    );
  }
  return (
    <SelectField
      id="simulation-endpoint"
      label="Webhook endpoint"
      help="Endpoints for live payments only are not listed."
      value={endpoint}
      onChange={(change) => onChange(change.target.value)}
    >
      <option value="">{unnamed ?? "None: several endpoints, none is the default"}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
