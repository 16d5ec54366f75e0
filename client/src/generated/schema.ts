// Generated from docs/openapi.json by `npm run generate -w client`. Not edited by hand.
export interface paths {
    "/api/v1/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live account balances
         * @description Fetched from the banks on every call. The balance is null where a bank fails or does not respond within three seconds; other accounts are not delayed. For accounts that are read with the holder's consent, banks allow four unattended reads a day: further calls return null until the next day (UTC). A merchant without managed accounts gets an empty list. Test-only credentials get only the simulated accounts (`test: true`), other credentials all accounts: add up real money over those with `test: false`.
         */
        get: operations["getBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/banks/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Top banks for a market
         * @description Public and cacheable. A well-formed but unknown market has no banks: the list is empty, also for `UK`, whose code is `GB`.
         */
        get: operations["listTopBanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/embedded/payment-initiation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Initiate a payment with a selected bank
         * @description The payment token is the credential, in the query or in the body. The body names a bank, or a bank account that this payment's customer.id agreed to have remembered; an unknown account, a forgotten one and another customer's get the same error. Some banks require the payer's IBAN: debtorIban is required there. The bank gets the IP address that this call comes from as the customer's. redirect_url is the bank's own address, where the customer approves; null when the bank needs no visit. Safe to repeat: while the payment is pending at a bank, the same bank gets the same answer, and another bank is started only once the first provably cannot pay any more. A payment, and all payments of a link together, start at most 25 attempts at banks in an hour; a further one is a VALIDATION_ERROR on payment_token, and calls no bank.
         */
        post: operations["initiatePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/embedded/payment-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment request for the embedded checkout
         * @description Your page mounts the checkout with the payment token. The token is a credential, is valid for 15 minutes, and is returned only once. Defaults: order_id is the id of the payment request, payment_reference a short readable code, locale `en`. A payment_reference in GBP has at most 18 characters. redirect_urls must be https, except in test. With a customer.id, customer_bank_accounts lists the accounts that this customer agreed to have remembered: they can be paid from without choosing a bank again.
         */
        post: operations["createPaymentRequest"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the amount, the rewards, or both, before the payment is initiated
         * @description Rewards are replaced as a whole. The token's validity is not extended. Once the payment has been initiated neither can be changed, even if the customer then chooses another bank. An open checkout page shows the new amount without a reload, and no payment starts for an amount that the customer has not seen. Safe to repeat.
         */
        patch: operations["updatePaymentRequest"];
        trace?: never;
    };
    "/api/v1/oauth2/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh an access token
         * @description Returns a new access token and a new refresh token. For 60 seconds the previous refresh token still works and returns the same new refresh token; the first five repeats get an access token of their own, further ones share one. Used later, it counts as stolen, and every token of the same sign-in is revoked. Authenticate again 24 hours after the first issue, or after the same API key or user has authenticated 100 times since.
         */
        post: operations["refreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oauth2/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue an access token
         * @description Four grants, as JSON or as a form (OAuth 2.0, RFC 6749). `grant_type` absent means `client_credentials`. With `magic_code` and `google_id_token` a user of the Console gets a token in one of their roles (`ctx`); two-factor authentication that they have set up is requested by a challenge. With `client_credentials` the client may authenticate by HTTP Basic instead (`client_secret_basic`): the body then has no `client_secret`, and may be empty.
         */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payment-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description A merchant gets its own links, a partner those of all its merchants, an admin all; `merchant_id` filters by one merchant. Test-only client credentials get tests only. Unknown parameters are refused, so that a mistyped filter does not return more than intended.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description The address of a page that can be paid once. Defaults: `order_id` is the id of the link, `payment_reference` a short readable code, `locale` en. A payment reference in GBP has at most 18 characters. Redirect URLs must be https, except in test.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payment-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment link
         * @description Links of every status can be read, also used, expired and cancelled ones.
         */
        get: operations["getPaymentLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payment-requests:redirect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment request for the hosted checkout page
         * @description redirect_url is the hosted checkout page, open for 15 minutes: send the customer there. A selected bank is preselected; no payment starts before the customer confirms. Give both redirect addresses or neither; they must be https, except in test. A payment_reference in GBP has at most 18 characters. Unknown fields are refused. The colon in the path may be sent as %3A.
         */
        post: operations["createRedirectRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payment-requests/{paymentRequestId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of a payment request
         * @description Use it when a webhook was missed. The amount is a string of minor units. A request is `expired` from the second of its end. An unknown id, a malformed one and another merchant's get the same error.
         */
        get: operations["getPaymentStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List test events
         * @description The events of test payments, for your own machine, which no webhook reaches: `npx --no bankside listen` follows them and posts each to a local URL (install the client from a checkout: it is not on npm). In the order in which they were recorded; with `wait`, an empty page waits for the next event. Needs a test-only API key, unless the installation has no live banks. One API key can have 8 waiting requests. Deliveries to your endpoints are not affected.
         */
        get: operations["listWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the default webhook URL
         * @description Events of payments and links without a named endpoint are delivered here, from the next attempt on. http or https; a private, loopback or otherwise reserved address is refused, now and at each delivery. A name that does not resolve yet is accepted.
         */
        post: operations["setWebhookUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate the webhook signing secret
         * @description The secret is shown once and signs every delivery to the default URL from now on. The previous secret stops signing at once. Never replayed: each call creates a new secret, whatever its Idempotency-Key.
         */
        post: operations["generateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/secret/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke the webhook signing secret
         * @description Deliveries to the default URL are unsigned from the next attempt on, until a new secret is generated. The response is the same if there was no secret. Named endpoints keep theirs.
         */
        post: operations["revokeWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event sent to your server
         * @description An event is sent to each webhook endpoint that its payment or link names. If it names none, it is sent to the merchant's default URL, else to the endpoint marked as default, else to the only endpoint. A delivery succeeds with a 2xx response within 15 seconds. Otherwise it is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h (each after the previous attempt, ± 20 %): ten attempts over three days. `Retry-After` is honoured up to 24 hours, 410 stops the delivery, and redirects are not followed.
         *
         *     Event types may be added: ignore unknown types. `webhook.test` is a test event that a person sends from the Console; answer it with 2xx.
         *
         *     Delivery is at least once and in no guaranteed order. Process each event once by its `id`, which is the same in every attempt, and use `sequence` for the order within one payment request or link.
         *
         *     To verify `X-Signature: t=<unix seconds>,v1=<hex>`, compute HMAC-SHA256 over `<t>.` followed by the raw bytes of the body, with the whole secret (`whsec_` included) as key, compare in constant time, and refuse a `t` that is too old. Test vector: secret `whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef`, t `1716148300`, body `{"id":"evt_9f8b2c14-3d6a-4e21-bb02-7c1d9a4e5f60","object":"event","type":"payment_request.succeeded"}` gives `ad8ac6a7be1096602a65c9613978a7f0e8c2b8d661567e0e71aa86cee2f7082d`.
         */
        post: operations["receiveEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        BalanceAccount: {
            /** @description In major units, with the currency's decimals. Null: unknown at the moment, which is not zero. */
            balance: string | null;
            /** @description ISO 4217. */
            currency: string;
            /** Format: uuid */
            id: string;
            /** @description `receiving`: incoming payments that are not paid out yet; `refund`: the source of refunds; `settlement`: settled money. Other roles are possible. */
            roles: string[];
            /** @description Of a simulated bank: no real money. */
            test: boolean;
        };
        Bank: {
            currency: string;
            displayName: string;
            /** Format: uuid */
            id: string;
            logoUrl: string;
            market: string;
            name: string;
            topInMarket: boolean;
            websiteUrl: string;
        };
        /** @description `BANK_NOT_FOUND`, 404 */
        BankNotFound: {
            error: {
                /** @constant */
                code: "BANK_NOT_FOUND";
                message: string;
            };
            /** @constant */
            success: false;
        };
        /** @description `BANK_UNAVAILABLE`, 502 */
        BankUnavailable: {
            error: {
                /** @constant */
                code: "BANK_UNAVAILABLE";
                message: string;
                metadata: {
                    /** @description The bank's display name. */
                    bank: string;
                };
            };
            /** @constant */
            success: false;
        };
        /** @description `CHALLENGE_REQUIRED`, 401 */
        ChallengeRequired: {
            error: {
                /** @constant */
                code: "CHALLENGE_REQUIRED";
                message: string;
                metadata: {
                    challenge: {
                        /** Format: date-time */
                        expires_at: string;
                        /**
                         * Format: uuid
                         * @description Send it as `challenge_id` with the code.
                         */
                        id: string;
                        /**
                         * @description The code that is needed: the one sent by e-mail, or the one in the user's authenticator app.
                         * @enum {unknown}
                         */
                        type: "email_code" | "totp";
                    };
                };
            };
            /** @constant */
            success: false;
        };
        CreatePaymentLinkBody: {
            /** Format: uuid */
            merchant_id?: string;
            /** @description Your own data, at most 50 keys. Included in the events of the link, and in the events of its payments except "order_id" and "bank_name": these two are Bankside's there. */
            metadata?: {
                [key: string]: string;
            };
            order: {
                /** @description Minor units. */
                amount: number;
                /** @description A current currency: ISO 4217, in any case. Live: one that an account of the merchant receives. Test: one of a bank that is connected in test. */
                currency: string;
                /** @description A BCP 47 language tag; `en_GB` is read as `en-GB`. A tag of an unknown language is read as `en`. */
                locale?: string;
                /** @description Your own id of the order. Not unique: two payments or links of one order can both be paid. How to avoid it: /docs/integrate/not-in-the-api#one-order-paid-once */
                order_id?: string;
                /** @description In GBP at most 18 characters. */
                payment_reference?: string & (unknown & unknown);
                /** @description Absent: live, unless the client credentials or the installation are for tests only. */
                test_transaction?: boolean;
            };
            redirect_urls?: {
                /** @description An http or https URL without user name and password; https is required unless the payment is a test. The return adds payment_request_id, order_id, payment_reference and status to its query. */
                failure_url: string;
                /** @description An http or https URL without user name and password; https is required unless the payment is a test. The return adds payment_request_id, order_id, payment_reference and status to its query. */
                success_url: string;
            };
            /** @description Names of the merchant's webhook endpoints, at most 10; duplicates count once. Events are sent to them instead of the default URL. */
            webhook_endpoints?: string[];
        };
        CreatePaymentRequestBody: {
            billing_address?: {
                address_line1?: string;
                address_line2?: string;
                city?: string;
                /** @description ISO 3166-1 alpha-2, in any case. */
                country?: string;
                postal_code?: string;
                state?: string;
            };
            customer?: {
                /** @description ISO 3166-1 alpha-2, in any case. */
                country?: string;
                /** Format: email */
                email?: string;
                /** @description Your own id of the customer. You vouch for it. */
                id?: string;
                name?: string;
                phone?: string;
            };
            /** @enum {string} */
            device_type?: "web" | "ios" | "android";
            /** Format: uuid */
            merchant_id?: string;
            order: {
                /** @description Minor units. */
                amount: number;
                /** @description A current currency: ISO 4217, in any case. Live: one that an account of the merchant receives. Test: one of a bank that is connected in test. */
                currency: string;
                /** @description A BCP 47 language tag; `en_GB` is read as `en-GB`. A tag of an unknown language is read as `en`. */
                locale?: string;
                /** @description Your own id of the order. Not unique: two payments or links of one order can both be paid. How to avoid it: /docs/integrate/not-in-the-api#one-order-paid-once */
                order_id?: string;
                /** @description In GBP at most 18 characters. */
                payment_reference?: string & (unknown & unknown);
                /** @description At least one of extra_rewards and total_rewards; the total is not less than the extra. */
                rewards?: {
                    description?: string;
                    extra_rewards?: number;
                    total_rewards?: number;
                };
                /** @description Absent: live, unless the client credentials or the installation are for tests only. */
                test_transaction?: boolean;
            };
            redirect_urls?: {
                /** @description An http or https URL without user name and password; https is required unless the payment is a test. The return adds payment_request_id, order_id, payment_reference and status to its query. */
                failure_url: string;
                /** @description An http or https URL without user name and password; https is required unless the payment is a test. The return adds payment_request_id, order_id, payment_reference and status to its query. */
                success_url: string;
            };
            /** @description Names of the merchant's webhook endpoints, at most 10; duplicates count once. Events are sent to them instead of the default URL. */
            webhook_endpoints?: string[];
        };
        /** @description Both of success_url_redirect and fail_url_redirect, or neither. */
        CreateRedirectRequestBody: {
            /** @description Minor units. */
            amount: number;
            billing_address?: {
                address_line1?: string;
                city?: string;
                /** @description ISO 3166-1 alpha-2, in any case. */
                country?: string;
                postal_code?: string;
            };
            /** @description A current currency: ISO 4217, in any case. Live: one that an account of the merchant receives. Test: one of a bank that is connected in test. */
            currency: string;
            customer?: {
                /** @description ISO 3166-1 alpha-2, in any case. */
                country?: string;
                /** Format: email */
                email?: string;
                name?: string;
                phone_number?: string;
            };
            /** @description An http or https URL without user name and password; https is required unless the payment is a test. The return adds payment_request_id, order_id, payment_reference and status to its query. */
            fail_url_redirect?: string;
            /** @description A BCP 47 language tag; `en_GB` is read as `en-GB`. A tag of an unknown language is read as `en`. */
            locale: string;
            /** Format: uuid */
            merchant_id?: string;
            /** @description Your own id of the order. Not unique: two payments or links of one order can both be paid. How to avoid it: /docs/integrate/not-in-the-api#one-order-paid-once */
            order_id?: string;
            /** @description In GBP at most 18 characters. */
            payment_reference?: string & (unknown & unknown);
            /**
             * Format: uuid
             * @description Preselected on the page. No payment starts before the customer confirms.
             */
            selected_bank_id?: string;
            /** @description An http or https URL without user name and password; https is required unless the payment is a test. The return adds payment_request_id, order_id, payment_reference and status to its query. */
            success_url_redirect?: string;
            /** @description Absent: live, unless the client credentials or the installation are for tests only. */
            test_transaction?: boolean;
            /** @description Names of the merchant's webhook endpoints, at most 10; duplicates count once. Events are sent to them instead of the default URL. */
            webhook_endpoints?: string[];
        };
        /** @description `CUSTOMER_BANK_ACCOUNT_NOT_FOUND`, 404 */
        CustomerBankAccountNotFound: {
            error: {
                /** @constant */
                code: "CUSTOMER_BANK_ACCOUNT_NOT_FOUND";
                message: string;
            };
            /** @constant */
            success: false;
        };
        /** @description One error of one field. */
        FieldError: {
            /** @description The path of the field: `order.amount`, `webhook_endpoints[1]`, or a header's name. */
            field: string;
            message: string;
        };
        /** @description `FORBIDDEN`, 403 */
        Forbidden: {
            error: {
                /** @constant */
                code: "FORBIDDEN";
                message: string;
                metadata?: {
                    /** @description The address of the caller. */
                    ip?: string | null;
                    /**
                     * @description The client credentials may only be used from other addresses. The request was not processed.
                     * @constant
                     */
                    reason?: "address_not_allowed";
                };
            };
            /** @constant */
            success: false;
        };
        /** @description `FORBIDDEN_CREATE`, 403 */
        ForbiddenCreate: {
            error: {
                /** @constant */
                code: "FORBIDDEN_CREATE";
                message: string;
            };
            /** @constant */
            success: false;
        };
        /** @description `FORBIDDEN_VIEW`, 403 */
        ForbiddenView: {
            error: {
                /** @constant */
                code: "FORBIDDEN_VIEW";
                message: string;
            };
            /** @constant */
            success: false;
        };
        GenerateWebhookSecretBody: {
            /** Format: uuid */
            merchant_id?: string;
        };
        /** @description `IDEMPOTENCY_KEY_REUSED`, 422 */
        IdempotencyKeyReused: {
            error: {
                /** @constant */
                code: "IDEMPOTENCY_KEY_REUSED";
                message: string;
            };
            /** @constant */
            success: false;
        };
        /** @description `IDEMPOTENCY_STORE_UNAVAILABLE`, 503 */
        IdempotencyStoreUnavailable: {
            error: {
                /** @constant */
                code: "IDEMPOTENCY_STORE_UNAVAILABLE";
                message: string;
            };
            /** @constant */
            success: false;
        };
        /** @description `IDEMPOTENT_REQUEST_IN_PROGRESS`, 409 */
        IdempotentRequestInProgress: {
            error: {
                /** @constant */
                code: "IDEMPOTENT_REQUEST_IN_PROGRESS";
                message: string;
            };
            /** @constant */
            success: false;
        };
        InitiatePaymentBody: {
            /** Format: uuid */
            bankId: string;
            customerBankAccountId?: never;
            /** @description The payer's IBAN. Required by some banks; optional at the others, which use it if they can. */
            debtorIban?: string;
            /**
             * @description Required, in the query or in the body. If in both, they must be equal.
             * @example ptok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU
             */
            payment_token?: string;
            /** @description One that the bank offers for the currency. Null or absent: the first of them. */
            paymentScheme?: ("SEPA_CREDIT_TRANSFER" | "SEPA_INSTANT_CREDIT_TRANSFER" | "FASTER_PAYMENTS" | "MULTIBANCO" | "BACS" | "BECS" | "ACH" | "CHAPS" | "CZECH_DOMESTIC_CREDIT_TRANSFER" | "CZECH_INSTANT_CREDIT_TRANSFER" | "DANISH_DOMESTIC_CREDIT_TRANSFER" | "DANISH_INSTANT_CREDIT_TRANSFER" | "HUNGARIAN_INSTANT_CREDIT_TRANSFER" | "ICELANDIC_DOMESTIC_CREDIT_TRANSFER" | "NORWEGIAN_DOMESTIC_CREDIT_TRANSFER" | "NORWEGIAN_INSTANT_CREDIT_TRANSFER" | "ELIXIR" | "EXPRESS_ELIXIR" | "ROMANIAN_DOMESTIC_CREDIT_TRANSFER" | "ROMANIAN_INSTANT_CREDIT_TRANSFER" | "SWEDISH_DOMESTIC_CREDIT_TRANSFER") | null;
        } | {
            bankId?: never;
            /**
             * Format: uuid
             * @description An account that this payment's customer.id agreed to have remembered: an id of customer_bank_accounts in the response to the creation. It names both the bank and the payer's account.
             */
            customerBankAccountId: string;
            /**
             * @description Required, in the query or in the body. If in both, they must be equal.
             * @example ptok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU
             */
            payment_token?: string;
            /** @description One that the bank offers for the currency. Null or absent: the first of them. */
            paymentScheme?: ("SEPA_CREDIT_TRANSFER" | "SEPA_INSTANT_CREDIT_TRANSFER" | "FASTER_PAYMENTS" | "MULTIBANCO" | "BACS" | "BECS" | "ACH" | "CHAPS" | "CZECH_DOMESTIC_CREDIT_TRANSFER" | "CZECH_INSTANT_CREDIT_TRANSFER" | "DANISH_DOMESTIC_CREDIT_TRANSFER" | "DANISH_INSTANT_CREDIT_TRANSFER" | "HUNGARIAN_INSTANT_CREDIT_TRANSFER" | "ICELANDIC_DOMESTIC_CREDIT_TRANSFER" | "NORWEGIAN_DOMESTIC_CREDIT_TRANSFER" | "NORWEGIAN_INSTANT_CREDIT_TRANSFER" | "ELIXIR" | "EXPRESS_ELIXIR" | "ROMANIAN_DOMESTIC_CREDIT_TRANSFER" | "ROMANIAN_INSTANT_CREDIT_TRANSFER" | "SWEDISH_DOMESTIC_CREDIT_TRANSFER") | null;
        };
        /** @description `INTERNAL_SERVER_ERROR`, 500 */
        InternalServerError: {
            error: {
                /** @constant */
                code: "INTERNAL_SERVER_ERROR";
                message: string;
            };
            /** @constant */
            success: false;
        };
        /** @description `INVALID_GRANT`, 400 */
        InvalidGrant: {
            error: {
                /** @constant */
                code: "INVALID_GRANT";
                message: string;
            };
            /** @constant */
            success: false;
        };
        /** @description `INVALID_INPUT`, 400 */
        InvalidInput: {
            error: {
                /** @constant */
                code: "INVALID_INPUT";
                message: string;
                metadata?: {
                    /** @description The fields that are wrong or missing. */
                    errors?: components["schemas"]["FieldError"][];
                };
            };
            /** @constant */
            success: false;
        };
        /** @description `INVALID_TOKEN`, 401 */
        InvalidToken: {
            error: {
                /** @constant */
                code: "INVALID_TOKEN";
                message: string;
            };
            /** @constant */
            success: false;
        };
        IssueTokenBody: {
            /** Format: uuid */
            client_id: string;
            client_secret: string;
            /** @constant */
            grant_type?: "client_credentials";
        } | {
            /**
             * Format: uuid
             * @description Required with the code.
             */
            challenge_id?: string;
            /** @description The 6 characters from the e-mail, in any case and with or without spaces; or, for a challenge of the type `totp`, the code of the user's authenticator app. */
            code?: string;
            /** @description Which of the user's roles the token acts in: global, partner:<uuid> or merchant:<uuid>. Absent: the widest of them; with a refresh token, its current one. A role that the user does not have: 403. */
            ctx?: string;
            /** @description An e-mail address of at most 254 characters, in any case. */
            email: string;
            /** @constant */
            grant_type: "magic_code";
        } | {
            /**
             * Format: uuid
             * @description Required with the code.
             */
            challenge_id?: string;
            /** @description The code of the user's authenticator app, for a challenge. */
            code?: string;
            /** @description Which of the user's roles the token acts in: global, partner:<uuid> or merchant:<uuid>. Absent: the widest of them; with a refresh token, its current one. A role that the user does not have: 403. */
            ctx?: string;
            /** @constant */
            grant_type: "google_id_token";
            id_token: string;
        } | {
            /** @description Which of the user's roles the token acts in: global, partner:<uuid> or merchant:<uuid>. Absent: the widest of them; with a refresh token, its current one. A role that the user does not have: 403. */
            ctx?: string;
            /** @constant */
            grant_type: "refresh_token";
            refresh_token: string;
        } | {
            /**
             * Format: uuid
             * @description The same as in the header.
             */
            client_id?: string;
            client_secret?: never;
            /** @constant */
            grant_type?: "client_credentials";
        };
        ListedWebhookEvent: {
            /** @description As in every delivery of the event. */
            id: string;
            /** @description The body of every delivery of the event, byte for byte in UTF-8. */
            payload: string;
            /** @description Types may be added. */
            type: string;
        };
        /** @description `MERCHANT_ID_REQUIRED`, 400 */
        MerchantIdRequired: {
            error: {
                /** @constant */
                code: "MERCHANT_ID_REQUIRED";
                message: string;
            };
            /** @constant */
            success: false;
        };
        /** @description `MERCHANT_NOT_FOUND`, 404 */
        MerchantNotFound: {
            error: {
                /** @constant */
                code: "MERCHANT_NOT_FOUND";
                message: string;
            };
            /** @constant */
            success: false;
        };
        /** @description `METHOD_NOT_ALLOWED`, 405 */
        MethodNotAllowed: {
            error: {
                /** @constant */
                code: "METHOD_NOT_ALLOWED";
                message: string;
            };
            /** @constant */
            success: false;
        };
        /** @description `MISSING_CONVERTED_AMOUNT`, 422 */
        MissingConvertedAmount: {
            error: {
                /** @constant */
                code: "MISSING_CONVERTED_AMOUNT";
                message: string;
                metadata: {
                    bank_currency: string;
                    payment_currency: string;
                };
            };
            /** @constant */
            success: false;
        };
        /** @description `NOT_FOUND`, 404 */
        NotFound: {
            error: {
                /** @constant */
                code: "NOT_FOUND";
                message: string;
            };
            /** @constant */
            success: false;
        };
        /** @description `NO_TOKEN`, 401 */
        NoToken: {
            error: {
                /** @constant */
                code: "NO_TOKEN";
                message: string;
            };
            /** @constant */
            success: false;
        };
        Pagination: {
            hasNextPage: boolean;
            hasPreviousPage: boolean;
            limit: number;
            page: number;
            total: number;
            totalPages: number;
        };
        /** @description `PAYLOAD_TOO_LARGE`, 413 */
        PayloadTooLarge: {
            error: {
                /** @constant */
                code: "PAYLOAD_TOO_LARGE";
                message: string;
            };
            /** @constant */
            success: false;
        };
        /** @description `PAYMENT_ALREADY_INITIATED`, 400 */
        PaymentAlreadyInitiated: {
            error: {
                /** @constant */
                code: "PAYMENT_ALREADY_INITIATED";
                message: string;
            };
            /** @constant */
            success: false;
        };
        PaymentLink: {
            /** @description Minor units. */
            amount: number;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** Format: date-time */
            expires_at: string;
            first_viewed_at: string | null;
            /** Format: uuid */
            id: string;
            /** @constant */
            link_type: "single_use";
            locale: string;
            merchant: {
                brand_name: string;
                /** Format: uuid */
                id: string;
            };
            metadata: {
                [key: string]: string;
            };
            order_id: string;
            /** Format: uri */
            payment_link_url: string;
            payment_reference: string;
            /** @description The payment request that paid it. */
            payment_request_id: string | null;
            redirect_urls: {
                failure_url: string;
                success_url: string;
            } | null;
            /** @enum {string} */
            status: "active" | "used" | "expired" | "cancelled";
            test_transaction: boolean;
            /** Format: date-time */
            updated_at: string;
            /** @description Views by people. Link previews, prefetches and your own visits from the Console do not count. */
            views_count: number;
        };
        PaymentLinkEvent: {
            /** @description Unix seconds. */
            created: number;
            data: {
                object: {
                    /** @description Minor units. */
                    amount: number;
                    /** Format: date-time */
                    created_at: string;
                    currency: string;
                    /** Format: date-time */
                    expires_at: string;
                    first_viewed_at: string | null;
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    link_type: "single_use";
                    metadata: {
                        [key: string]: string;
                    };
                    order_id: string;
                    payment_reference: string;
                    /** @description The payment request that paid it. */
                    payment_request_id: string | null;
                    /** @enum {string} */
                    status: "active" | "used" | "expired" | "cancelled";
                    test: boolean;
                    /** Format: date-time */
                    updated_at: string;
                    /** @description Views by people. Link previews, prefetches and your own visits from the Console do not count. */
                    views_count: number;
                };
            };
            id: string;
            /** @constant */
            object: "event";
            /** @description The event's number within its payment request or link. */
            sequence: number;
            /** @enum {unknown} */
            type: "payment_link.used" | "payment_link.expired" | "payment_link.cancelled";
        };
        PaymentLinkItem: {
            /** @description Minor units. */
            amount: number;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** Format: date-time */
            expires_at: string;
            first_viewed_at: string | null;
            /** Format: uuid */
            id: string;
            /** @constant */
            link_type: "single_use";
            merchant: {
                brand_name: string;
                /** Format: uuid */
                id: string;
            };
            order_id: string;
            payment_reference: string;
            /** @description The payment request that paid it. */
            payment_request_id: string | null;
            /** @enum {string} */
            status: "active" | "used" | "expired" | "cancelled";
            /** Format: date-time */
            updated_at: string;
            /** @description Views by people. Link previews, prefetches and your own visits from the Console do not count. */
            views_count: number;
        };
        /** @description `PAYMENT_LINK_NOT_ACTIVE`, 410 */
        PaymentLinkNotActive: {
            error: {
                /** @constant */
                code: "PAYMENT_LINK_NOT_ACTIVE";
                message: string;
                metadata: {
                    /** @enum {unknown} */
                    link_status: "used" | "expired" | "cancelled";
                };
            };
            /** @constant */
            success: false;
        };
        /** @description `PAYMENT_LINK_NOT_FOUND`, 404 */
        PaymentLinkNotFound: {
            error: {
                /** @constant */
                code: "PAYMENT_LINK_NOT_FOUND";
                message: string;
            };
            /** @constant */
            success: false;
        };
        PaymentRequestEvent: {
            /** @description Unix seconds. */
            created: number;
            data: {
                object: {
                    /** @description Minor units, as digits. */
                    amount: string;
                    currency: string;
                    /** Format: uuid */
                    id: string;
                    /** @description The money arrived after the payment had failed or been cancelled. */
                    late: boolean;
                    /** @description Includes the metadata of the payment link, except its own `order_id` and `bank_name`. */
                    metadata: {
                        /** @description Set once a bank is chosen. */
                        bank_name?: string;
                        order_id: string;
                    } & {
                        [key: string]: string;
                    };
                    /** Format: uuid */
                    payment_link_id: string | null;
                    /** @description The amount returned so far, in minor units. */
                    reversed_amount: string | null;
                    rewards: {
                        description?: string;
                        extra_rewards?: number;
                        total_rewards?: number;
                    } | null;
                    /** @enum {unknown} */
                    status: "pending" | "completed" | "failed" | "cancelled" | "expired";
                    status_reason: string | null;
                    test: boolean;
                };
            };
            id: string;
            /** @constant */
            object: "event";
            /** @description The event's number within its payment request or link. */
            sequence: number;
            /** @enum {unknown} */
            type: "payment_request.pending" | "payment_request.succeeded" | "payment_request.failed" | "payment_request.cancelled" | "payment_request.expired" | "payment_request.reversed";
        };
        /** @description `PAYMENT_REQUEST_NOT_FOUND`, 404 */
        PaymentRequestNotFound: {
            error: {
                /** @constant */
                code: "PAYMENT_REQUEST_NOT_FOUND";
                message: string;
            };
            /** @constant */
            success: false;
        };
        RefreshTokenBody: {
            /** @description Which of the user's roles the token acts in: global, partner:<uuid> or merchant:<uuid>. Absent: the widest of them; with a refresh token, its current one. A role that the user does not have: 403. */
            ctx?: string;
            refresh_token: string;
        };
        RevokeWebhookSecretBody: {
            /** Format: uuid */
            merchant_id?: string;
        };
        /** @description `SERVICE_UNAVAILABLE`, 503 */
        ServiceUnavailable: {
            error: {
                /** @constant */
                code: "SERVICE_UNAVAILABLE";
                message: string;
            };
            /** @constant */
            success: false;
        };
        SetWebhookUrlBody: {
            /** Format: uuid */
            merchant_id?: string;
            /** @description http or https, without credentials, not a private address. */
            webhook_url: string;
        };
        TokenSet: {
            access_token: string;
            /** @description Seconds. */
            expires_in: number;
            refresh_token: string;
            /** @constant */
            token_type: "Bearer";
        };
        /** @description `TOO_MANY_REQUESTS`, 429 */
        TooManyRequests: {
            error: {
                /** @constant */
                code: "TOO_MANY_REQUESTS";
                message: string;
                metadata: {
                    /** @description Seconds, as in `Retry-After`. */
                    retry_after_s: number;
                };
            };
            /** @constant */
            success: false;
        };
        /** @description `UNAUTHORIZED`, 401 */
        Unauthorized: {
            error: {
                /** @constant */
                code: "UNAUTHORIZED";
                message: string;
                metadata?: {
                    /** @description After a wrong code: the tries that are left. */
                    tries_left?: number;
                };
            };
            /** @constant */
            success: false;
        };
        /** @description `UNKNOWN_WEBHOOK_ENDPOINT`, 400 */
        UnknownWebhookEndpoint: {
            error: {
                /** @constant */
                code: "UNKNOWN_WEBHOOK_ENDPOINT";
                message: string;
                metadata: {
                    errors: components["schemas"]["FieldError"][];
                };
            };
            /** @constant */
            success: false;
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`, 415 */
        UnsupportedMediaType: {
            error: {
                /** @constant */
                code: "UNSUPPORTED_MEDIA_TYPE";
                message: string;
            };
            /** @constant */
            success: false;
        };
        /** @description At least one of amount and rewards; rewards are replaced as a whole. */
        UpdatePaymentRequestBody: {
            /** @description Minor units. */
            amount?: number;
            /** Format: uuid */
            merchant_id?: string;
            payment_token: string;
            /** @description At least one of extra_rewards and total_rewards; the total is not less than the extra. */
            rewards?: {
                description?: string;
                extra_rewards?: number;
                total_rewards?: number;
            };
        };
        /** @description `VALIDATION_ERROR`, 400 */
        ValidationError: {
            error: {
                /** @constant */
                code: "VALIDATION_ERROR";
                message: string;
                metadata: {
                    errors: components["schemas"]["FieldError"][];
                };
            };
            /** @constant */
            success: false;
        };
        WebhookTestEvent: {
            /** @description Unix seconds. */
            created: number;
            data: {
                object: {
                    message: string;
                    /** @description The endpoint's name; null for the default URL. */
                    name: string | null;
                    /** @constant */
                    object: "webhook_endpoint";
                };
            };
            id: string;
            /** @constant */
            object: "event";
            /** @description The event's number within its payment request or link. */
            sequence: number;
            /** @constant */
            type: "webhook.test";
        };
    };
    responses: {
        /** @description `BANK_UNAVAILABLE`: The bank refused the request or did not answer. No payment was started. */
        BankUnavailable: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BankUnavailable"];
            };
        };
        /** @description `FORBIDDEN`: This API key or role does not permit this. */
        Forbidden: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Forbidden"];
            };
        };
        /** @description `FORBIDDEN_CREATE`: This API key or role does not permit creating or changing this. */
        ForbiddenCreate: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenCreate"];
            };
        };
        /**
         * @description `FORBIDDEN`: This API key or role does not permit this.
         *
         *     `FORBIDDEN_CREATE`: This API key or role does not permit creating or changing this.
         */
        ForbiddenOrForbiddenCreate: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Forbidden"] | components["schemas"]["ForbiddenCreate"];
            };
        };
        /**
         * @description `FORBIDDEN`: This API key or role does not permit this.
         *
         *     `FORBIDDEN_VIEW`: This API key or role does not permit reading this.
         */
        ForbiddenOrForbiddenView: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Forbidden"] | components["schemas"]["ForbiddenView"];
            };
        };
        /** @description `IDEMPOTENCY_KEY_REUSED`: This idempotency key was used for a different request. Use a new key for each request, and the same one only to retry it. */
        IdempotencyKeyReused: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyKeyReused"];
            };
        };
        /** @description `IDEMPOTENT_REQUEST_IN_PROGRESS`: A request with this idempotency key is still running. Retry with the same key to get its response. */
        IdempotentRequestInProgress: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotentRequestInProgress"];
            };
        };
        /** @description `INTERNAL_SERVER_ERROR`: Internal error. Retry later. */
        InternalServerError: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalServerError"];
            };
        };
        /** @description `MERCHANT_NOT_FOUND`: No such merchant, or none that these credentials act for. */
        MerchantNotFound: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MerchantNotFound"];
            };
        };
        /**
         * @description `MERCHANT_NOT_FOUND`: No such merchant, or none that these credentials act for.
         *
         *     `BANK_NOT_FOUND`: No such bank. GET /api/v1/banks/top lists the banks of a country.
         */
        MerchantNotFoundOrBankNotFound: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MerchantNotFound"] | components["schemas"]["BankNotFound"];
            };
        };
        /**
         * @description `MERCHANT_NOT_FOUND`: No such merchant, or none that these credentials act for.
         *
         *     `PAYMENT_REQUEST_NOT_FOUND`: No such payment request: the ID is unknown or another merchant's, or the payment token is unknown or expired.
         */
        MerchantNotFoundOrPaymentRequestNotFound: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MerchantNotFound"] | components["schemas"]["PaymentRequestNotFound"];
            };
        };
        /** @description `MISSING_CONVERTED_AMOUNT`: The bank's currency differs from the payment's, and amounts are not converted. Choose a bank with the payment's currency. */
        MissingConvertedAmount: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MissingConvertedAmount"];
            };
        };
        /**
         * @description `MISSING_CONVERTED_AMOUNT`: The bank's currency differs from the payment's, and amounts are not converted. Choose a bank with the payment's currency.
         *
         *     `IDEMPOTENCY_KEY_REUSED`: This idempotency key was used for a different request. Use a new key for each request, and the same one only to retry it.
         */
        MissingConvertedAmountOrIdempotencyKeyReused: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MissingConvertedAmount"] | components["schemas"]["IdempotencyKeyReused"];
            };
        };
        /**
         * @description `NO_TOKEN`: An access token is required in the header Authorization: Bearer <access token>. Request one at POST /api/v1/oauth2/token.
         *
         *     `INVALID_TOKEN`: The access token is malformed, expired or revoked. Request a new one.
         */
        NoTokenOrInvalidToken: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NoToken"] | components["schemas"]["InvalidToken"];
            };
        };
        /** @description `PAYLOAD_TOO_LARGE`: The body is larger than 64 KiB. */
        PayloadTooLarge: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLarge"];
            };
        };
        /** @description `PAYMENT_LINK_NOT_ACTIVE`: This payment link is used, expired or cancelled. */
        PaymentLinkNotActive: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentLinkNotActive"];
            };
        };
        /** @description `PAYMENT_LINK_NOT_FOUND`: No such payment link: the ID is unknown or another merchant's. */
        PaymentLinkNotFound: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentLinkNotFound"];
            };
        };
        /** @description `PAYMENT_REQUEST_NOT_FOUND`: No such payment request: the ID is unknown or another merchant's, or the payment token is unknown or expired. */
        PaymentRequestNotFound: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentRequestNotFound"];
            };
        };
        /**
         * @description `PAYMENT_REQUEST_NOT_FOUND`: No such payment request: the ID is unknown or another merchant's, or the payment token is unknown or expired.
         *
         *     `BANK_NOT_FOUND`: No such bank. GET /api/v1/banks/top lists the banks of a country.
         *
         *     `CUSTOMER_BANK_ACCOUNT_NOT_FOUND`: This customer has no such remembered account.
         */
        PaymentRequestNotFoundOrBankNotFoundOrCustomerBankAccountNotFound: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentRequestNotFound"] | components["schemas"]["BankNotFound"] | components["schemas"]["CustomerBankAccountNotFound"];
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: The service is temporarily unavailable. Retry in a few seconds. */
        ServiceUnavailable: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceUnavailable"];
            };
        };
        /**
         * @description `SERVICE_UNAVAILABLE`: The service is temporarily unavailable. Retry in a few seconds.
         *
         *     `IDEMPOTENCY_STORE_UNAVAILABLE`: The request was not processed. Retry with the same idempotency key.
         */
        ServiceUnavailableOrIdempotencyStoreUnavailable: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceUnavailable"] | components["schemas"]["IdempotencyStoreUnavailable"];
            };
        };
        /** @description `TOO_MANY_REQUESTS`: Too many requests. Retry after the seconds in Retry-After. */
        TooManyRequests: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TooManyRequests"];
            };
        };
        /**
         * @description `UNAUTHORIZED`: The client ID, the secret or the code is wrong.
         *
         *     `CHALLENGE_REQUIRED`: A code is required. Repeat the request with the code and the challenge_id.
         */
        UnauthorizedOrChallengeRequired: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Unauthorized"] | components["schemas"]["ChallengeRequired"];
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: The body must be JSON in UTF-8, with the header Content-Type: application/json. */
        UnsupportedMediaType: {
            headers: {
                "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                "Bankside-Test": components["headers"]["Bankside-Test"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaType"];
            };
        };
    };
    parameters: {
        /**
         * @description 1 to 255 printable ASCII characters, or the same as a quoted structured-field string. Within 24 hours, repeating a request with its key returns the first response and has no further effect. A key belongs to the merchant, across all endpoints; with another request it is refused, and a request with test-only credentials counts as another request. After a failure the key can be used again. Use one key per payment.
         * @example 6f1c1f4a-7a0f-4a5b-9a3e-0a4d7f1f9b52
         */
        "Idempotency-Key": string;
        /**
         * @description The `ETag` of your copy: 304 if it has not changed.
         * @example "kx1Zp0aWm3cQ9vTt7uR2bLd8yHf"
         */
        "If-None-Match": string;
        /**
         * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
         * @example order-3451.create
         */
        "X-Request-Id": string;
    };
    requestBodies: never;
    headers: {
        "Access-Control-Allow-Origin": "*";
        /**
         * @description The parts of the request that had no effect, because no field or parameter has that name, or because `locale` names no language: at most 20 paths, separated by commas; a parameter of the query begins with `?`. Names are percent-encoded, and cut at 64 characters. A replay has it too. The Console's request log shows the names that were probably meant.
         * @example order.reference, success_url
         */
        "Bankside-Ignored": string;
        /** @description Set if the payment or link is a test, or the client credentials are for tests only. A replay has it only for those. */
        "Bankside-Test": "true";
        "Cache-Control": "no-store";
        /**
         * @description A strong ETag. Send it in `If-None-Match`.
         * @example "kx1Zp0aWm3cQ9vTt7uR2bLd8yHf"
         */
        ETag: string;
        /** @description Set if this is the stored response of the first request. */
        "Idempotent-Replayed": "true";
        /**
         * @description Requests per minute for the merchant's own client credentials, set by the operator. Absent if there is no limit, which is the default.
         * @example 600
         */
        "RateLimit-Limit": number;
        /**
         * @description Requests left in this minute.
         * @example 599
         */
        "RateLimit-Remaining": number;
        /**
         * @description Seconds until the limit resets.
         * @example 42
         */
        "RateLimit-Reset": number;
        /**
         * @description Seconds to wait before a retry.
         * @example 1
         */
        "Retry-After": number;
        /**
         * @description `Bearer`; with `Basic` for a client that tried HTTP Basic at `issueToken`.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description The request's `X-Request-Id`, or a new one. Quote it in support requests.
         * @example order-3451.create
         */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getBalances: {
        parameters: {
            query?: {
                /**
                 * @description Required for partners and admins.
                 * @example 01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a01
                 */
                merchant_id?: string;
            };
            header?: {
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a14",
                     *           "currency": "EUR",
                     *           "roles": [
                     *             "receiving"
                     *           ],
                     *           "balance": "1234.56",
                     *           "test": false
                     *         },
                     *         {
                     *           "id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a15",
                     *           "currency": "EUR",
                     *           "roles": [
                     *             "refund"
                     *           ],
                     *           "balance": null,
                     *           "test": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["BalanceAccount"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /**
             * @description `MERCHANT_ID_REQUIRED`: merchant_id is required: these credentials act for several merchants.
             *
             *     `VALIDATION_ERROR`: The request is not valid.
             */
            400: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantIdRequired"] | components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["NoTokenOrInvalidToken"];
            403: components["responses"]["ForbiddenOrForbiddenView"];
            404: components["responses"]["MerchantNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTopBanks: {
        parameters: {
            query: {
                /**
                 * @description The market: ISO 3166-1 alpha-2, in any case; `GB`, not `UK`.
                 * @example PT
                 */
                country: string;
                /**
                 * @description Only banks of this current currency: ISO 4217, in any case.
                 * @example EUR
                 */
                currency?: string;
                /**
                 * @description The maximum number of banks to return, in order.
                 * @example 10
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description The `ETag` of your copy: 304 if it has not changed.
                 * @example "kx1Zp0aWm3cQ9vTt7uR2bLd8yHf"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400";
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "banks": [
                     *           {
                     *             "id": "9c6a8a09-c0e1-5e03-b69e-1f7104bc1176",
                     *             "name": "Erste Bank der oesterreichischen Sparkassen AG",
                     *             "market": "AT",
                     *             "currency": "EUR",
                     *             "displayName": "Erste Bank und Sparkassen",
                     *             "logoUrl": "https://pay.example.com/logos/sparkasse.at.svg",
                     *             "websiteUrl": "https://www.sparkasse.at",
                     *             "topInMarket": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            banks: components["schemas"]["Bank"][];
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400";
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_ERROR`: The request is not valid. */
            400: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    initiatePayment: {
        parameters: {
            query?: {
                /**
                 * @description Required, in the query or in the body. If in both, they must be equal.
                 * @example ptok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU
                 */
                payment_token?: string;
            };
            header?: {
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitiatePaymentBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "order_id": "ORD-1",
                     *         "redirect_url": "https://bank.example/authorise/7f3c",
                     *         "payment_request_id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            order_id: string;
                            /** Format: uuid */
                            payment_request_id: string;
                            /** @description Where the customer approves; null when the bank asks the customer in its own app. */
                            redirect_url: string | null;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /**
             * @description `PAYMENT_ALREADY_INITIATED`: The payment was initiated at a bank, or has ended: it can no longer be changed or initiated.
             *
             *     `VALIDATION_ERROR`: The request is not valid.
             *
             *     `INVALID_INPUT`: The body is not valid.
             */
            400: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentAlreadyInitiated"] | components["schemas"]["ValidationError"] | components["schemas"]["InvalidInput"];
                };
            };
            403: components["responses"]["ForbiddenCreate"];
            404: components["responses"]["PaymentRequestNotFoundOrBankNotFoundOrCustomerBankAccountNotFound"];
            410: components["responses"]["PaymentLinkNotActive"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MissingConvertedAmount"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BankUnavailable"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPaymentRequest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, or the same as a quoted structured-field string. Within 24 hours, repeating a request with its key returns the first response and has no further effect. A key belongs to the merchant, across all endpoints; with another request it is refused, and a request with test-only credentials counts as another request. After a failure the key can be used again. Use one key per payment.
                 * @example 6f1c1f4a-7a0f-4a5b-9a3e-0a4d7f1f9b52
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer": {
                 *         "id": "C-77",
                 *         "name": "Jane Doe",
                 *         "email": "jane@example.com",
                 *         "phone": "+351960123456",
                 *         "country": "PT"
                 *       },
                 *       "order": {
                 *         "order_id": "ORD-1",
                 *         "amount": 2550,
                 *         "currency": "EUR",
                 *         "payment_reference": "Order 3451",
                 *         "locale": "en-GB",
                 *         "test_transaction": true,
                 *         "rewards": {
                 *           "extra_rewards": 150,
                 *           "total_rewards": 300,
                 *           "description": "Weekend bonus"
                 *         }
                 *       },
                 *       "redirect_urls": {
                 *         "success_url": "https://shop.example/ok",
                 *         "failure_url": "https://shop.example/no"
                 *       },
                 *       "device_type": "web",
                 *       "billing_address": {
                 *         "address_line1": "Rua das Flores 1",
                 *         "city": "Porto",
                 *         "postal_code": "4050-262",
                 *         "country": "PT"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreatePaymentRequestBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "payment_token": "ptok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
                     *         "expires_in": 900,
                     *         "payment_request_id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12",
                     *         "customer_bank_accounts": [
                     *           {
                     *             "id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a13",
                     *             "bank_id": "9c6a8a09-c0e1-5e03-b69e-1f7104bc1176",
                     *             "bank_name": "Millennium bcp",
                     *             "account_masked": "•••• 0154",
                     *             "last_used_at": "2026-11-02T09:41:07.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description Accounts in the payment's currency that this customer.id agreed to have remembered, the last used first; absent if there are none. Test and live accounts are separate. */
                            customer_bank_accounts?: {
                                /** @description Enough for the customer to recognise the account. */
                                account_masked: string;
                                /** Format: uuid */
                                bank_id: string;
                                bank_name: string;
                                /**
                                 * Format: uuid
                                 * @description Send it as customerBankAccountId to initiate a payment from this account.
                                 */
                                id: string;
                                /** Format: date-time */
                                last_used_at: string;
                            }[];
                            /** @description Seconds. */
                            expires_in: number;
                            /** Format: uuid */
                            payment_request_id: string;
                            payment_token: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /**
             * @description `MERCHANT_ID_REQUIRED`: merchant_id is required: these credentials act for several merchants.
             *
             *     `UNKNOWN_WEBHOOK_ENDPOINT`: A webhook endpoint is unknown, disabled or for another mode.
             *
             *     `VALIDATION_ERROR`: The request is not valid.
             *
             *     `INVALID_INPUT`: The body is not valid.
             */
            400: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantIdRequired"] | components["schemas"]["UnknownWebhookEndpoint"] | components["schemas"]["ValidationError"] | components["schemas"]["InvalidInput"];
                };
            };
            401: components["responses"]["NoTokenOrInvalidToken"];
            403: components["responses"]["ForbiddenOrForbiddenCreate"];
            404: components["responses"]["MerchantNotFound"];
            409: components["responses"]["IdempotentRequestInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrIdempotencyStoreUnavailable"];
        };
    };
    updatePaymentRequest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "payment_token": "ptok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
                 *       "amount": 3050,
                 *       "rewards": {
                 *         "extra_rewards": 200,
                 *         "total_rewards": 350
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePaymentRequestBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "payment_token": "ptok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
                     *         "amount": 3050,
                     *         "rewards": {
                     *           "extra_rewards": 200,
                     *           "total_rewards": 350
                     *         },
                     *         "expires_in": 640
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description Minor units. */
                            amount: number;
                            /** @description Seconds left; an update does not extend them. */
                            expires_in: number;
                            payment_token: string;
                            /** @description At least one of extra_rewards and total_rewards; the total is not less than the extra. */
                            rewards?: {
                                description?: string;
                                extra_rewards?: number;
                                total_rewards?: number;
                            };
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /**
             * @description `MERCHANT_ID_REQUIRED`: merchant_id is required: these credentials act for several merchants.
             *
             *     `PAYMENT_ALREADY_INITIATED`: The payment was initiated at a bank, or has ended: it can no longer be changed or initiated.
             *
             *     `VALIDATION_ERROR`: The request is not valid.
             *
             *     `INVALID_INPUT`: The body is not valid.
             */
            400: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantIdRequired"] | components["schemas"]["PaymentAlreadyInitiated"] | components["schemas"]["ValidationError"] | components["schemas"]["InvalidInput"];
                };
            };
            401: components["responses"]["NoTokenOrInvalidToken"];
            403: components["responses"]["ForbiddenOrForbiddenCreate"];
            404: components["responses"]["MerchantNotFoundOrPaymentRequestNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    refreshToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "rtok_Zp4n8sXw2LqT7vYc1mKd9rHb3jGf6uEa5iOt0yRxWvQ"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshTokenBody"];
                /**
                 * @example {
                 *       "refresh_token": "rtok_Zp4n8sXw2LqT7vYc1mKd9rHb3jGf6uEa5iOt0yRxWvQ"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["RefreshTokenBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "access_token": "atok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
                     *         "refresh_token": "rtok_Zp4n8sXw2LqT7vYc1mKd9rHb3jGf6uEa5iOt0yRxWvQ",
                     *         "token_type": "Bearer",
                     *         "expires_in": 900
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["TokenSet"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /**
             * @description `INVALID_GRANT`: The refresh token is unknown, expired or revoked. Request a new token.
             *
             *     `INVALID_INPUT`: The body is not valid.
             */
            400: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidGrant"] | components["schemas"]["InvalidInput"];
                };
            };
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IssueTokenBody"];
                "application/x-www-form-urlencoded": components["schemas"]["IssueTokenBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "access_token": "atok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
                     *         "refresh_token": "rtok_Zp4n8sXw2LqT7vYc1mKd9rHb3jGf6uEa5iOt0yRxWvQ",
                     *         "token_type": "Bearer",
                     *         "expires_in": 900
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["TokenSet"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /**
             * @description `INVALID_GRANT`: The refresh token is unknown, expired or revoked. Request a new token.
             *
             *     `INVALID_INPUT`: The body is not valid.
             */
            400: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidGrant"] | components["schemas"]["InvalidInput"];
                };
            };
            401: components["responses"]["UnauthorizedOrChallengeRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description For partners and admins: only the links of this merchant.
                 * @example 01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a01
                 */
                merchant_id?: string;
                /**
                 * @description 1-based. A page past the end is empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description A part of the payment reference or order id, case-insensitive; with fewer than three characters, a prefix.
                 * @example ORD-1
                 */
                search?: string;
                /**
                 * @description Field and direction; ties by id, in the same direction.
                 * @example created_at:desc
                 */
                sort?: "created_at:desc" | "created_at:asc" | "updated_at:desc" | "updated_at:asc" | "amount:desc" | "amount:asc";
                /**
                 * @description Only links with this status.
                 * @example active
                 */
                status?: "active" | "used" | "expired" | "cancelled";
            };
            header?: {
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11",
                     *           "merchant": {
                     *             "id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a01",
                     *             "brand_name": "Olaria do Norte"
                     *           },
                     *           "amount": 2550,
                     *           "currency": "EUR",
                     *           "payment_reference": "Order 3451",
                     *           "order_id": "ORD-1",
                     *           "status": "active",
                     *           "link_type": "single_use",
                     *           "views_count": 2,
                     *           "first_viewed_at": "2026-11-20T10:02:11.204Z",
                     *           "expires_at": "2026-11-27T09:41:00.000Z",
                     *           "created_at": "2026-11-20T09:41:00.000Z",
                     *           "updated_at": "2026-11-20T09:41:00.000Z",
                     *           "payment_request_id": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "limit": 25,
                     *         "totalPages": 1,
                     *         "hasNextPage": false,
                     *         "hasPreviousPage": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PaymentLinkItem"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR`: The request is not valid. */
            400: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["NoTokenOrInvalidToken"];
            403: components["responses"]["ForbiddenOrForbiddenView"];
            404: components["responses"]["MerchantNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, or the same as a quoted structured-field string. Within 24 hours, repeating a request with its key returns the first response and has no further effect. A key belongs to the merchant, across all endpoints; with another request it is refused, and a request with test-only credentials counts as another request. After a failure the key can be used again. Use one key per payment.
                 * @example 6f1c1f4a-7a0f-4a5b-9a3e-0a4d7f1f9b52
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "order": {
                 *         "amount": 2550,
                 *         "currency": "EUR",
                 *         "payment_reference": "Order 3451",
                 *         "order_id": "ORD-1",
                 *         "locale": "en-GB",
                 *         "test_transaction": true
                 *       },
                 *       "redirect_urls": {
                 *         "success_url": "https://shop.example/ok",
                 *         "failure_url": "https://shop.example/no"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreatePaymentLinkBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "payment_link_url": "https://pay.example.com/pay/plink_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
                     *         "link_id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11",
                     *         "status": "active",
                     *         "expires_at": "2026-11-27T09:41:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            expires_at: string;
                            /** Format: uuid */
                            link_id: string;
                            /** Format: uri */
                            payment_link_url: string;
                            /** @enum {string} */
                            status: "active" | "used" | "expired" | "cancelled";
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /**
             * @description `MERCHANT_ID_REQUIRED`: merchant_id is required: these credentials act for several merchants.
             *
             *     `UNKNOWN_WEBHOOK_ENDPOINT`: A webhook endpoint is unknown, disabled or for another mode.
             *
             *     `VALIDATION_ERROR`: The request is not valid.
             *
             *     `INVALID_INPUT`: The body is not valid.
             */
            400: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantIdRequired"] | components["schemas"]["UnknownWebhookEndpoint"] | components["schemas"]["ValidationError"] | components["schemas"]["InvalidInput"];
                };
            };
            401: components["responses"]["NoTokenOrInvalidToken"];
            403: components["responses"]["ForbiddenOrForbiddenCreate"];
            404: components["responses"]["MerchantNotFound"];
            409: components["responses"]["IdempotentRequestInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrIdempotencyStoreUnavailable"];
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The payment link's id.
                 * @example 01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11",
                     *         "merchant": {
                     *           "id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a01",
                     *           "brand_name": "Olaria do Norte"
                     *         },
                     *         "amount": 2550,
                     *         "currency": "EUR",
                     *         "payment_reference": "Order 3451",
                     *         "order_id": "ORD-1",
                     *         "status": "active",
                     *         "link_type": "single_use",
                     *         "views_count": 2,
                     *         "first_viewed_at": "2026-11-20T10:02:11.204Z",
                     *         "expires_at": "2026-11-27T09:41:00.000Z",
                     *         "created_at": "2026-11-20T09:41:00.000Z",
                     *         "updated_at": "2026-11-20T09:41:00.000Z",
                     *         "payment_request_id": null,
                     *         "locale": "en-GB",
                     *         "metadata": {
                     *           "table": "12"
                     *         },
                     *         "payment_link_url": "https://pay.example.com/pay/plink_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
                     *         "redirect_urls": {
                     *           "success_url": "https://shop.example/ok",
                     *           "failure_url": "https://shop.example/no"
                     *         },
                     *         "test_transaction": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PaymentLink"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            401: components["responses"]["NoTokenOrInvalidToken"];
            403: components["responses"]["ForbiddenOrForbiddenView"];
            404: components["responses"]["PaymentLinkNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRedirectRequest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, or the same as a quoted structured-field string. Within 24 hours, repeating a request with its key returns the first response and has no further effect. A key belongs to the merchant, across all endpoints; with another request it is refused, and a request with test-only credentials counts as another request. After a failure the key can be used again. Use one key per payment.
                 * @example 6f1c1f4a-7a0f-4a5b-9a3e-0a4d7f1f9b52
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 2550,
                 *       "currency": "GBP",
                 *       "locale": "en-GB",
                 *       "payment_reference": "ORDER1001",
                 *       "order_id": "1001",
                 *       "customer": {
                 *         "name": "Jane Buyer",
                 *         "email": "jane@example.com",
                 *         "phone_number": "+447700900123",
                 *         "country": "GB"
                 *       },
                 *       "billing_address": {
                 *         "address_line1": "1 Market Street",
                 *         "city": "London",
                 *         "postal_code": "EC1A 1AA",
                 *         "country": "GB"
                 *       },
                 *       "success_url_redirect": "https://shop.example/ok",
                 *       "fail_url_redirect": "https://shop.example/no",
                 *       "test_transaction": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateRedirectRequestBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "redirect_url": "https://pay.example.com/checkout?payment_token=ptok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
                     *         "payment_request_id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12",
                     *         "payment_token": "ptok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
                     *         "expires_in": 900
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description Seconds. */
                            expires_in: number;
                            /** Format: uuid */
                            payment_request_id: string;
                            payment_token: string;
                            /**
                             * Format: uri
                             * @description The hosted checkout page: send the customer there.
                             */
                            redirect_url: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /**
             * @description `MERCHANT_ID_REQUIRED`: merchant_id is required: these credentials act for several merchants.
             *
             *     `UNKNOWN_WEBHOOK_ENDPOINT`: A webhook endpoint is unknown, disabled or for another mode.
             *
             *     `VALIDATION_ERROR`: The request is not valid.
             *
             *     `INVALID_INPUT`: The body is not valid.
             */
            400: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantIdRequired"] | components["schemas"]["UnknownWebhookEndpoint"] | components["schemas"]["ValidationError"] | components["schemas"]["InvalidInput"];
                };
            };
            401: components["responses"]["NoTokenOrInvalidToken"];
            403: components["responses"]["ForbiddenOrForbiddenCreate"];
            404: components["responses"]["MerchantNotFoundOrBankNotFound"];
            409: components["responses"]["IdempotentRequestInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MissingConvertedAmountOrIdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableOrIdempotencyStoreUnavailable"];
        };
    };
    getPaymentStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The payment request's id.
                 * @example 01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12
                 */
                paymentRequestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status": "pending",
                     *         "amount": "2550",
                     *         "currency": "EUR",
                     *         "payment_request_id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12",
                     *         "order_id": "ORD-1",
                     *         "status_reason": null,
                     *         "test": true,
                     *         "late": false,
                     *         "reversed_amount": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description Minor units, as digits. */
                            amount: string;
                            currency: string;
                            late: boolean;
                            order_id: string;
                            /** Format: uuid */
                            payment_request_id: string;
                            reversed_amount: string | null;
                            /** @enum {string} */
                            status: "pending" | "completed" | "failed" | "cancelled" | "expired";
                            status_reason: string | null;
                            test: boolean;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            401: components["responses"]["NoTokenOrInvalidToken"];
            403: components["responses"]["ForbiddenOrForbiddenView"];
            404: components["responses"]["PaymentRequestNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookEvents: {
        parameters: {
            query?: {
                /**
                 * @description The `cursor` of the previous page, an event's id, or `start` for the first event. Absent: now.
                 * @example evt_9f8b2c14-3d6a-4e21-bb02-7c1d9a4e5f60
                 */
                after?: string;
                /**
                 * @description The most events of a page.
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description For partners and admins: the merchant.
                 * @example 01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a01
                 */
                merchant_id?: string;
                /**
                 * @description Seconds for which an empty page waits for events.
                 * @example 25
                 */
                wait?: number;
            };
            header?: {
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "events": [
                     *           {
                     *             "id": "evt_9f8b2c14-3d6a-4e21-bb02-7c1d9a4e5f60",
                     *             "type": "payment_request.expired",
                     *             "payload": "{\"id\":\"evt_9f8b2c14-3d6a-4e21-bb02-7c1d9a4e5f60\",\"object\":\"event\",\"created\":1716148300,\"type\":\"payment_request.expired\",\"sequence\":1,\"data\":{\"object\":{\"id\":\"01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11\",\"amount\":\"2550\",\"currency\":\"EUR\",\"status\":\"expired\",\"status_reason\":null,\"test\":true,\"late\":false,\"reversed_amount\":null,\"payment_link_id\":null,\"metadata\":{\"order_id\":\"ORD-1\"},\"rewards\":null}}}"
                     *           }
                     *         ],
                     *         "cursor": "evt_9f8b2c14-3d6a-4e21-bb02-7c1d9a4e5f60",
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description The `after` of the next request, also of an empty page. */
                            cursor: string;
                            events: components["schemas"]["ListedWebhookEvent"][];
                            has_more: boolean;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /**
             * @description `MERCHANT_ID_REQUIRED`: merchant_id is required: these credentials act for several merchants.
             *
             *     `VALIDATION_ERROR`: The request is not valid.
             */
            400: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantIdRequired"] | components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["NoTokenOrInvalidToken"];
            403: components["responses"]["ForbiddenOrForbiddenView"];
            404: components["responses"]["MerchantNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setWebhookUrl: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "webhook_url": "https://shop.example/webhooks/bankside"
                 *     }
                 */
                "application/json": components["schemas"]["SetWebhookUrlBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "webhook_url": "https://shop.example/webhooks/bankside",
                     *         "message": "Webhook URL saved."
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            message: string;
                            webhook_url: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /**
             * @description `MERCHANT_ID_REQUIRED`: merchant_id is required: these credentials act for several merchants.
             *
             *     `VALIDATION_ERROR`: The request is not valid.
             *
             *     `INVALID_INPUT`: The body is not valid.
             */
            400: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantIdRequired"] | components["schemas"]["ValidationError"] | components["schemas"]["InvalidInput"];
                };
            };
            401: components["responses"]["NoTokenOrInvalidToken"];
            403: components["responses"]["ForbiddenOrForbiddenCreate"];
            404: components["responses"]["MerchantNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    generateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["GenerateWebhookSecretBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "webhook_secret": "whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description Shown once. */
                            webhook_secret: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /**
             * @description `MERCHANT_ID_REQUIRED`: merchant_id is required: these credentials act for several merchants.
             *
             *     `VALIDATION_ERROR`: The request is not valid.
             *
             *     `INVALID_INPUT`: The body is not valid.
             */
            400: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantIdRequired"] | components["schemas"]["ValidationError"] | components["schemas"]["InvalidInput"];
                };
            };
            401: components["responses"]["NoTokenOrInvalidToken"];
            403: components["responses"]["ForbiddenOrForbiddenCreate"];
            404: components["responses"]["MerchantNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, 1 to 128 of `A-Z a-z 0-9 . _ -`. It is returned in the response; any other value is ignored.
                 * @example order-3451.create
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RevokeWebhookSecretBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "message": "The webhook secret was revoked. Deliveries are unsigned until a new one is generated."
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            message: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /**
             * @description `MERCHANT_ID_REQUIRED`: merchant_id is required: these credentials act for several merchants.
             *
             *     `VALIDATION_ERROR`: The request is not valid.
             *
             *     `INVALID_INPUT`: The body is not valid.
             */
            400: {
                headers: {
                    "Bankside-Ignored": components["headers"]["Bankside-Ignored"];
                    "Bankside-Test": components["headers"]["Bankside-Test"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantIdRequired"] | components["schemas"]["ValidationError"] | components["schemas"]["InvalidInput"];
                };
            };
            401: components["responses"]["NoTokenOrInvalidToken"];
            403: components["responses"]["ForbiddenOrForbiddenCreate"];
            404: components["responses"]["MerchantNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    receiveEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id.
                 * @example evt_01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a13
                 */
                "X-Event-Id": string;
                /**
                 * @description `t=<unix seconds>,v1=<hex>`; absent if the endpoint has no signing secret.
                 * @example t=1716148300,v1=ad8ac6a7be1096602a65c9613978a7f0e8c2b8d661567e0e71aa86cee2f7082d
                 */
                "X-Signature"?: string;
                /**
                 * @description Unix seconds of this attempt.
                 * @example 1716148300
                 */
                "X-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentRequestEvent"] | components["schemas"]["PaymentLinkEvent"] | components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Delivered. Any other response is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
