/** What a person sets of an endpoint. "all": also those that come later. */
export type EndpointValues = {
  url: string;
  signed: boolean;
  environment: "Test" | "Live" | "Both";
  eventTypes: "all" | string[];
  isDefault: boolean;
};

/** As an endpoint is before the form. */
export type EndpointBefore = {
  url: string | null;
  signed: boolean;
  environment: string;
  /** Empty: all. */
  eventTypes: readonly string[];
  isDefault: boolean;
};

/** What the fields of the form say. */
export function valuesOf(form: FormData): EndpointValues {
  const environment = form.get("environment");
  return {
    url: String(form.get("url") ?? "").trim(),
    signed: form.get("signed") === "on",
    environment: environment === "Test" || environment === "Live" ? environment : "Both",
    eventTypes: form.get("allEvents") === "on" ? "all" : form.getAll("event").map(String),
    isDefault: form.get("isDefault") === "on",
  };
}

/** Only what is another value than before: what nobody touched is not sent, and not looked at again. */
export function changesOf(before: EndpointBefore, values: EndpointValues): Partial<EndpointValues> {
  const { url, signed, environment, eventTypes, isDefault } = values;
  const typesBefore = [...before.eventTypes].sort().join();
  const typesNow = eventTypes === "all" ? "" : [...eventTypes].sort().join();
  // None chosen is not all of them: that goes to the server, which says so.
  const sameTypes = typesBefore === typesNow && (eventTypes === "all") === (before.eventTypes.length === 0);
  return {
    ...(url === before.url ? {} : { url }),
    ...(signed === before.signed ? {} : { signed }),
    ...(environment === before.environment ? {} : { environment }),
    ...(sameTypes ? {} : { eventTypes }),
    ...(isDefault === before.isDefault ? {} : { isDefault }),
  };
}
