// The script of the return page for banks that put their answer into the fragment (OAuth 2.0 Multiple Response Type
// Encoding Practices, `response_mode=fragment`). Servers do not receive the fragment, so the script posts it.

const answer = new URLSearchParams(location.hash.slice(1));
if (answer.has("state")) {
  // Removes the authorisation code from the browser's history.
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
  document.title = document.querySelector("[data-part=nothing] h1")?.textContent ?? document.title;
}
