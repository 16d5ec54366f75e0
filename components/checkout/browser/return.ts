// The script of the page to which a bank sends shoppers back with its answer behind the `#` (OAuth 2.0 Multiple Response
// Type Encoding Practices, `response_mode=fragment`): no server sees that part of an address, so it is posted.

/** Shows one of the page's parts. */
function show(part: string): void {
  const found = document.querySelector<HTMLElement>(`[data-part=${part}]`);
  if (found) found.hidden = false;
}

const answer = new URLSearchParams(location.hash.slice(1));
if (answer.has("state")) {
  show("taking");
  // Codes are used once, and are nobody's to find in the history.
  history.replaceState(null, "", location.pathname);
  const form = document.createElement("form");
  form.method = "post";
  form.action = location.pathname;
  for (const [name, value] of answer) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
} else {
  show("nothing");
}
