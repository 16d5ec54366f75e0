/** One call to the XS2A interface. */
export type Xs2aCall = {
  request: Request;
  /** Slug of the bank that is stood in for. */
  bank: string;
  /** The body as it came, "" for none. */
  body: string;
};
