import { newId } from "../../server/lib/ids";

/** An id that belongs to another person. */
const noThing = () => ({ id: newId() });
const typed = () => ({ code: "OOOOO-OOOOO" });
const signed = { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" };
const common = { id: "AA", rawId: "AA", type: "public-key", clientExtensionResults: {} } as const;
const assertion = () => ({ response: { ...common, response: signed } });
const attestation = () => ({
  name: "Laptop",
  response: { ...common, response: { clientDataJSON: "e30", attestationObject: "AA" } },
});
const own = { at: "own" } as const;

/**
 * The rows of calls about the signed-in person. A valid proof needs their device or their mail; its effects are tested
 * in `server/identity/mfa/`.
 */
export const OWN_PLANS = {
  "me.get": own,
  "me.history": own,
  "me.endSession": { ...own, input: noThing, also: ["NOT_FOUND"], proof: true },
  "me.endOtherSessions": own,
  "me.startPasskey": own,
  "me.addPasskey": { ...own, input: attestation, also: ["VALIDATION_ERROR"], proof: true },
  "me.renamePasskey": { ...own, input: () => ({ id: newId(), name: "Phone" }), also: ["NOT_FOUND"], proof: true },
  "me.removePasskey": { ...own, input: noThing, also: ["NOT_FOUND"], proof: true },
  "me.startApp": own,
  "me.confirmApp": { ...own, input: typed, also: ["VALIDATION_ERROR"], proof: true },
  "me.removeApp": { ...own, also: ["NOT_FOUND"], proof: true },
  "me.renewRecoveryCodes": { ...own, also: ["NOT_FOUND"], proof: true },
  "me.stepUpMethods": own,
  "me.startVerifyPasskey": { ...own, also: ["NOT_FOUND"], proof: true },
  "me.verifyPasskey": { ...own, input: assertion, also: ["VALIDATION_ERROR"], proof: true },
  "me.verifyApp": { ...own, input: typed, also: ["VALIDATION_ERROR"], proof: true },
  "me.startVerifyMail": { ...own, also: ["TOO_MANY_REQUESTS"] },
  "me.verifyMail": {
    ...own,
    input: () => ({ challengeId: newId(), code: "OOOOOO" }),
    also: ["VALIDATION_ERROR"],
    proof: true,
  },
  // Last, because it signs out the people of the table.
  "me.endEverywhere": own,
} as const;
