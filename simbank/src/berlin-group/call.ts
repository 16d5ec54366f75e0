/** One call to the XS2A interface. */
export type Xs2aCall = {
  request: Request;
  /** Slug of the bank that is simulated. */
  bank: string;
  /** The body as received, "" for none. */
  body: string;
};
