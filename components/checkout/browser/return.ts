// The script of the page to which a bank sends shoppers back with its answer behind the `#` (OAuth 2.0 Multiple Response
// Type Encoding Practices, `response_mode=fragment`): no server sees that part of an address, so it is posted.

const answer = new URLSearchParams(location.hash.slice(1));
if (answer.has("state")) {
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
  for (const part of document.querySelectorAll<HTMLElement>("[data-part]")) {
    part.hidden = part.dataset["part"] !== "nothing";
  }
}
