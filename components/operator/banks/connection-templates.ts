/** Templates of a connection for each supported standard: every value comes from the bank's documents. */
export const TEMPLATES = [
  {
    name: "Berlin Group",
    file: {
      banks: ["PT/millennium-bcp"],
      profile: {
        id: "millennium",
        connector: "berlin-group",
        version: "1.3",
        environment: "live",
        baseUrl: "https://psd2.bank.example/xs2a",
        hosts: ["psd2.bank.example"],
        products: {
          SEPA_INSTANT_CREDIT_TRANSFER: "instant-sepa-credit-transfers",
          SEPA_CREDIT_TRANSFER: "sepa-credit-transfers",
        },
        requiresDebtorAccount: false,
        decoupled: false,
        idempotency: "x-request-id",
        cancel: true,
        push: false,
        finality: "ACSC",
        security: {
          tls: { certFile: "/etc/bankside/qwac.crt", keyFile: "/etc/bankside/qwac.key" },
          signing: { certFile: "/etc/bankside/qsealc.crt", keyFile: "/etc/bankside/qsealc.key" },
        },
      },
    },
  },
  {
    name: "UK Open Banking",
    file: {
      banks: ["GB/monzo"],
      profile: {
        id: "monzo-live",
        connector: "ob-uk",
        version: "3.1",
        environment: "live",
        baseUrl: "https://openbanking.bank.example/open-banking/v3.1",
        hosts: ["openbanking.bank.example", "auth.bank.example"],
        products: { FASTER_PAYMENTS: "UK.OBIE.FPS" },
        idempotency: "x-idempotency-key",
        cancel: false,
        push: true,
        finality: "ACSC",
        oauth: {
          issuer: "https://auth.bank.example",
          authorizationEndpoint: "https://auth.bank.example/authorize",
          tokenEndpoint: "https://auth.bank.example/token",
          jwksUri: "https://auth.bank.example/jwks",
          clientId: "the-id-that-the-bank-gave",
          clientAuthentication: "private_key_jwt",
          responseMode: "jwt",
        },
        security: {
          tls: { certFile: "/etc/bankside/obwac.crt", keyFile: "/etc/bankside/obwac.key" },
          signing: {
            keyId: "the-key-id-of-the-directory",
            keyFile: "/etc/bankside/obseal.key",
            trustAnchor: "openbanking.org.uk",
            issuer: "0015800001041REAAY/the-software-statement",
          },
        },
      },
    },
  },
] as const;
