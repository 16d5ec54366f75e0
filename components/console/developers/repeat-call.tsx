import { Button } from "../../ui/button";
import { CodeBox } from "../../ui/code/code-box";
import { addressOf } from "../../ui/filter/filter-address";
import { Link } from "../../ui/link";
import { Note } from "../../ui/parts";
import { type Outputs, useConsole } from "../../ui/queries";
import { formatMs } from "../../ui/time/duration";
import { useAction } from "../../ui/use-action";
import { headerLine } from "../deliveries/delivery-message";
import s from "./developers.module.css";
import { JsonText } from "./json-text";

type Answered = Outputs["developers"]["calls"]["repeat"];

/** Sends a recorded request again, as a test with a new idempotency key, and shows the response. */
export function RepeatCall({ id }: { id: string }) {
  const { trpc, merchantId } = useConsole();
  const repeat = useAction(trpc.developers.calls.repeat, {
    unchanged: "Nothing was sent.",
    changes: [trpc.developers.calls.search.queryFilter()],
  });
  return (
    <>
      <Button look="primary" data-again="" disabled={repeat.busy} onClick={() => repeat.run({ merchantId, id })}>
        Resend in test
      </Button>
      <div className={s.repeated} role="status">
        {repeat.busy ? "Sending …" : null}
        {repeat.output ? <SentAnswer answered={repeat.output} /> : null}
      </div>
      {repeat.failure ? <Note tone="bad">{repeat.failure}</Note> : null}
    </>
  );
}

/** The response to a request that was just sent. */
export function SentAnswer({ answered }: { answered: Answered }) {
  const { status, body, durationMs, requestId, headers } = answered;
  const json = parsed(body);
  const shown = headers.map(headerLine).join("\n");
  return (
    <CodeBox
      label="Show body or headers"
      versions={[
        {
          name: `Response ${status}`,
          text: json === undefined ? body : JSON.stringify(json, null, 2),
          ...(json === undefined ? {} : { drawn: <JsonText value={json} /> }),
        },
        { name: "Headers", text: shown },
      ]}
      end={
        <>
          {formatMs(durationMs)}, <Link href={addressOf("/console/requests", { q: requestId })}>view in Requests</Link>
        </>
      }
    />
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
