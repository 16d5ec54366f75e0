/** The values of an endpoint's form. "all" includes event types that are added later. */
export type EndpointValues = {
  url: string;
  signed: boolean;
  environment: "Test" | "Live" | "Both";
  eventTypes: "all" | string[];
  isDefault: boolean;
};

/** The endpoint before the form was opened. */
export type EndpointBefore = {
  url: string | null;
  signed: boolean;
  environment: string;
  /** Empty: all. */
  eventTypes: readonly string[];
  isDefault: boolean;
};

/** Reads the form's fields. */
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

/** Only the values that changed: unchanged ones are neither sent nor validated again. */
export function changesOf(before: EndpointBefore, values: EndpointValues): Partial<EndpointValues> {
  const { url, signed, environment, eventTypes, isDefault } = values;
  const typesBefore = [...before.eventTypes].sort().join();
  const typesNow = eventTypes === "all" ? "" : [...eventTypes].sort().join();
  // No type chosen is not the same as all types: it is sent, and the server rejects it.
  const sameTypes = typesBefore === typesNow && (eventTypes === "all") === (before.eventTypes.length === 0);
  return {
    ...(url === before.url ? {} : { url }),
    ...(signed === before.signed ? {} : { signed }),
    ...(environment === before.environment ? {} : { environment }),
    ...(sameTypes ? {} : { eventTypes }),
    ...(isDefault === before.isDefault ? {} : { isDefault }),
  };
}
