/** A sentence or more of the API's document: what stands between backticks is code. */
export function Prose({ text }: { text: string }) {
  return (
    <p>
      {text.split("`").map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
        index % 2 === 1 ? <code key={index}>{part}</code> : <span key={index}>{part}</span>,
      )}
    </p>
  );
}
