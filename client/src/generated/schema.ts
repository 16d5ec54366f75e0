// Generated from docs/openapi.json by `npm run generate -w client`. Not edited by hand.
export interface paths {
    "/api/v1/banks/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Top banks for a market
         * @description Public and cacheable. A market that is well-formed but unknown has no banks.
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
         * @description The payment token is the credential, in the query or in the body. Safe to repeat.
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
        /** Create a payment request for the embedded checkout */
        post: operations["createPaymentRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * @description Answers a new access token and a new refresh token. The one before answers the same for 60 seconds more.
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
         * @description OAuth 2.0 client credentials, as JSON or as a form. `grant_type` absent means `client_credentials`.
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
        get?: never;
        put?: never;
        /** Create a payment link */
        post: operations["createPaymentLink"];
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
         * Status of one of your payment requests
         * @description The fallback when a webhook was missed. The amount is a string of minor units.
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
         * @description Events of payments that name no endpoint are delivered here. http or https, and no private address.
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
         * @description The secret is shown this once. One that there was stops signing at once.
         */
        post: operations["generateWebhookSecret"];
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
         * An event, as your server receives it
         * @description An event is sent to the merchant's webhook URL, and again until it is answered with 2xx within 15 seconds: after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h (each after the one before, ± 20 %), ten tries over three days. `Retry-After` is honoured to 24 hours; 410 stops that delivery; redirects are not followed.
         *
         *     At least once, in no promised order: take each event in once by its `id`, which is the same in every copy, and use `sequence` for the order within one payment request or link.
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
        Error: {
            error: {
                /** @enum {unknown} */
                code: "VALIDATION_ERROR" | "INVALID_INPUT" | "INVALID_GRANT" | "MERCHANT_ID_REQUIRED" | "UNKNOWN_WEBHOOK_ENDPOINT" | "PAYMENT_ALREADY_INITIATED" | "NO_TOKEN" | "INVALID_TOKEN" | "UNAUTHORIZED" | "CHALLENGE_REQUIRED" | "FORBIDDEN" | "FORBIDDEN_CREATE" | "FORBIDDEN_VIEW" | "NOT_FOUND" | "MERCHANT_NOT_FOUND" | "PAYMENT_REQUEST_NOT_FOUND" | "PAYMENT_LINK_NOT_FOUND" | "BANK_NOT_FOUND" | "CUSTOMER_BANK_ACCOUNT_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "IDEMPOTENT_REQUEST_IN_PROGRESS" | "PAYMENT_LINK_EXPIRED" | "PAYMENT_LINK_NOT_ACTIVE" | "ENDPOINT_REMOVED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "MISSING_CONVERTED_AMOUNT" | "IDEMPOTENCY_KEY_REUSED" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "BANK_UNAVAILABLE" | "IDEMPOTENCY_STORE_UNAVAILABLE" | "SERVICE_UNAVAILABLE";
                message: string;
                metadata?: {
                    errors?: {
                        field: string;
                        message: string;
                    }[];
                };
            };
            /** @constant */
            success: false;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listTopBanks: {
        parameters: {
            query: {
                country: string;
                currency?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "Access-Control-Allow-Origin"?: "*";
                    "Cache-Control"?: "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400";
                    /** @description Send it back in If-None-Match; 304 when nothing has changed. */
                    ETag?: string;
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
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
                            banks: {
                                currency: string;
                                displayName: string;
                                /** Format: uuid */
                                id: string;
                                logoUrl: string;
                                market: string;
                                name: string;
                                topInMarket: boolean;
                                websiteUrl: string;
                            }[];
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    "Access-Control-Allow-Origin"?: "*";
                    "Cache-Control"?: "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400";
                    /** @description Send it back in If-None-Match; 304 when nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "VALIDATION_ERROR";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "INTERNAL_SERVER_ERROR";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The service is not available right now. */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "SERVICE_UNAVAILABLE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    initiatePayment: {
        parameters: {
            query?: {
                payment_token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "payment_token": "ptok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
                 *       "bankId": "9c6a8a09-c0e1-5e03-b69e-1f7104bc1176",
                 *       "paymentScheme": null
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    bankId: string;
                    debtorIban?: string;
                    /** @description Required, in the query or in the body; in both, the same. */
                    payment_token?: string;
                    /** @description Null: the first that the bank offers. Else one that it offers for the currency, such as SEPA_CREDIT_TRANSFER, SEPA_INSTANT_CREDIT_TRANSFER, FASTER_PAYMENTS, or a domestic one (ELIXIR, DANISH_DOMESTIC_CREDIT_TRANSFER …). */
                    paymentScheme?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
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
                            redirect_url: string | null;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description The payment has been started at a bank already. The request is not valid. The body cannot be read. */
            400: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "PAYMENT_ALREADY_INITIATED" | "VALIDATION_ERROR" | "INVALID_INPUT";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description No such payment request. No such bank. */
            404: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "PAYMENT_REQUEST_NOT_FOUND" | "BANK_NOT_FOUND";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description This payment link cannot be paid any more. */
            410: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "PAYMENT_LINK_NOT_ACTIVE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "PAYLOAD_TOO_LARGE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "UNSUPPORTED_MEDIA_TYPE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description This bank pays in another currency, and nothing is converted. */
            422: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "MISSING_CONVERTED_AMOUNT";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "INTERNAL_SERVER_ERROR";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The bank did not answer. Nothing was started. */
            502: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "BANK_UNAVAILABLE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The service is not available right now. */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "SERVICE_UNAVAILABLE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    createPaymentRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, or the same as a quoted structured-field string. The same key and request within 24 hours have one effect and one answer. A key belongs to the merchant, across all endpoints: with another request it is refused. After a failure it is free again. */
                "Idempotency-Key"?: string;
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
                 *         "country": "PT"
                 *       },
                 *       "order": {
                 *         "order_id": "ORD-1",
                 *         "amount": 2550,
                 *         "currency": "EUR",
                 *         "payment_reference": "Order 3451",
                 *         "locale": "en-GB",
                 *         "test_transaction": true
                 *       },
                 *       "redirect_urls": {
                 *         "success_url": "https://shop.example/ok",
                 *         "failure_url": "https://shop.example/no"
                 *       }
                 *     }
                 */
                "application/json": {
                    billing_address?: {
                        address_line1?: string;
                        address_line2?: string;
                        city?: string;
                        country?: string;
                        postal_code?: string;
                        state?: string;
                    };
                    customer?: {
                        country?: string;
                        /** Format: email */
                        email?: string;
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
                        currency: string;
                        locale?: string;
                        order_id?: string;
                        payment_reference?: string & (unknown & unknown);
                        rewards?: {
                            description?: string;
                            extra_rewards?: number;
                            total_rewards?: number;
                        };
                        test_transaction?: boolean;
                    };
                    redirect_urls?: {
                        failure_url: string;
                        success_url: string;
                    };
                    webhook_endpoints?: string[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Set when the answer is an earlier one. */
                    "Idempotent-Replayed"?: "true";
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "payment_token": "ptok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
                     *         "expires_in": 900,
                     *         "payment_request_id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12"
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
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Say which merchant: merchant_id is required for this caller. A webhook endpoint named here cannot be used. The request is not valid. The body cannot be read. */
            400: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "MERCHANT_ID_REQUIRED" | "UNKNOWN_WEBHOOK_ENDPOINT" | "VALIDATION_ERROR" | "INVALID_INPUT";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description An access token is required. The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate"?: "Bearer";
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "NO_TOKEN" | "INVALID_TOKEN";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Creating this is not permitted. */
            403: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "FORBIDDEN_CREATE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description No such merchant. */
            404: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "MERCHANT_NOT_FOUND";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description A request with this idempotency key is still running. */
            409: {
                headers: {
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "IDEMPOTENT_REQUEST_IN_PROGRESS";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "PAYLOAD_TOO_LARGE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "UNSUPPORTED_MEDIA_TYPE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description This idempotency key was used for another request. */
            422: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "IDEMPOTENCY_KEY_REUSED";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "INTERNAL_SERVER_ERROR";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The service is not available right now. The request was not processed. Send it again with its key. */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "SERVICE_UNAVAILABLE" | "IDEMPOTENCY_STORE_UNAVAILABLE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    refreshToken: {
        parameters: {
            query?: never;
            header?: never;
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
                "application/json": {
                    refresh_token: string;
                };
                "application/x-www-form-urlencoded": {
                    refresh_token: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
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
                        data: {
                            access_token: string;
                            /** @description Seconds. */
                            expires_in: number;
                            refresh_token: string;
                            /** @constant */
                            token_type: "Bearer";
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description The refresh token is not valid any more. The request is not valid. The body cannot be read. */
            400: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "INVALID_GRANT" | "VALIDATION_ERROR" | "INVALID_INPUT";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "PAYLOAD_TOO_LARGE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "UNSUPPORTED_MEDIA_TYPE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "INTERNAL_SERVER_ERROR";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The service is not available right now. */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "SERVICE_UNAVAILABLE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10",
                 *       "client_secret": "csec_…"
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    client_id: string;
                    client_secret: string;
                    /** @constant */
                    grant_type?: "client_credentials";
                } | {
                    /** @constant */
                    grant_type: "refresh_token";
                    refresh_token: string;
                };
                "application/x-www-form-urlencoded": {
                    /** Format: uuid */
                    client_id: string;
                    client_secret: string;
                    /** @constant */
                    grant_type?: "client_credentials";
                } | {
                    /** @constant */
                    grant_type: "refresh_token";
                    refresh_token: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
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
                        data: {
                            access_token: string;
                            /** @description Seconds. */
                            expires_in: number;
                            refresh_token: string;
                            /** @constant */
                            token_type: "Bearer";
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description The refresh token is not valid any more. The request is not valid. The body cannot be read. */
            400: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "INVALID_GRANT" | "VALIDATION_ERROR" | "INVALID_INPUT";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The credentials are not valid. */
            401: {
                headers: {
                    "WWW-Authenticate"?: "Bearer";
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "UNAUTHORIZED";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "PAYLOAD_TOO_LARGE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "UNSUPPORTED_MEDIA_TYPE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "INTERNAL_SERVER_ERROR";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The service is not available right now. */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "SERVICE_UNAVAILABLE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, or the same as a quoted structured-field string. The same key and request within 24 hours have one effect and one answer. A key belongs to the merchant, across all endpoints: with another request it is refused. After a failure it is free again. */
                "Idempotency-Key"?: string;
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
                "application/json": {
                    /** Format: uuid */
                    merchant_id?: string;
                    metadata?: {
                        [key: string]: string;
                    };
                    order: {
                        /** @description Minor units. */
                        amount: number;
                        currency: string;
                        locale?: string;
                        order_id?: string;
                        payment_reference?: string & (unknown & unknown);
                        test_transaction?: boolean;
                    };
                    redirect_urls?: {
                        failure_url: string;
                        success_url: string;
                    };
                    webhook_endpoints?: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Set when the answer is an earlier one. */
                    "Idempotent-Replayed"?: "true";
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "payment_link_url": "https://pay.example.com/pay/plink_4mT0…",
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
            /** @description Say which merchant: merchant_id is required for this caller. A webhook endpoint named here cannot be used. The request is not valid. The body cannot be read. */
            400: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "MERCHANT_ID_REQUIRED" | "UNKNOWN_WEBHOOK_ENDPOINT" | "VALIDATION_ERROR" | "INVALID_INPUT";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description An access token is required. The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate"?: "Bearer";
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "NO_TOKEN" | "INVALID_TOKEN";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Creating this is not permitted. */
            403: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "FORBIDDEN_CREATE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description No such merchant. */
            404: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "MERCHANT_NOT_FOUND";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description A request with this idempotency key is still running. */
            409: {
                headers: {
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "IDEMPOTENT_REQUEST_IN_PROGRESS";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "PAYLOAD_TOO_LARGE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "UNSUPPORTED_MEDIA_TYPE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description This idempotency key was used for another request. */
            422: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "IDEMPOTENCY_KEY_REUSED";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "INTERNAL_SERVER_ERROR";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The service is not available right now. The request was not processed. Send it again with its key. */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "SERVICE_UNAVAILABLE" | "IDEMPOTENCY_STORE_UNAVAILABLE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    getPaymentStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                paymentRequestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
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
            /** @description The request is not valid. */
            400: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "VALIDATION_ERROR";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description An access token is required. The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate"?: "Bearer";
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "NO_TOKEN" | "INVALID_TOKEN";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Reading this is not permitted. */
            403: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "FORBIDDEN_VIEW";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description No such payment request. */
            404: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "PAYMENT_REQUEST_NOT_FOUND";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "INTERNAL_SERVER_ERROR";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The service is not available right now. */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "SERVICE_UNAVAILABLE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    setWebhookUrl: {
        parameters: {
            query?: never;
            header?: never;
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
                "application/json": {
                    /** Format: uuid */
                    merchant_id?: string;
                    webhook_url: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "webhook_url": "https://shop.example/webhooks/bankside",
                     *         "message": "The webhook URL is saved."
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
            /** @description Say which merchant: merchant_id is required for this caller. The request is not valid. The body cannot be read. */
            400: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "MERCHANT_ID_REQUIRED" | "VALIDATION_ERROR" | "INVALID_INPUT";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description An access token is required. The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate"?: "Bearer";
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "NO_TOKEN" | "INVALID_TOKEN";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description This is not permitted. */
            403: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "FORBIDDEN";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description No such merchant. */
            404: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "MERCHANT_NOT_FOUND";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "PAYLOAD_TOO_LARGE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "UNSUPPORTED_MEDIA_TYPE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "INTERNAL_SERVER_ERROR";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The service is not available right now. */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "SERVICE_UNAVAILABLE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    generateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** Format: uuid */
                    merchant_id?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
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
                            /** @description Shown this once. */
                            webhook_secret: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Say which merchant: merchant_id is required for this caller. The request is not valid. The body cannot be read. */
            400: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "MERCHANT_ID_REQUIRED" | "VALIDATION_ERROR" | "INVALID_INPUT";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description An access token is required. The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate"?: "Bearer";
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "NO_TOKEN" | "INVALID_TOKEN";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description This is not permitted. */
            403: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "FORBIDDEN";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description No such merchant. */
            404: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "MERCHANT_NOT_FOUND";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "PAYLOAD_TOO_LARGE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "UNSUPPORTED_MEDIA_TYPE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "INTERNAL_SERVER_ERROR";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The service is not available right now. */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    /** @description The caller's own, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {unknown} */
                            code: "SERVICE_UNAVAILABLE";
                            message: string;
                            metadata?: {
                                errors?: {
                                    field: string;
                                    message: string;
                                }[];
                            };
                        };
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    receiveEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id. */
                "X-Event-Id": string;
                /** @description `t=<unix seconds>,v1=<hex>`; absent while the merchant has no secret. */
                "X-Signature"?: string;
                /** @description Unix seconds of this try. */
                "X-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a13",
                 *       "object": "event",
                 *       "created": 1716148300,
                 *       "type": "payment_request.succeeded",
                 *       "sequence": 2,
                 *       "data": {
                 *         "object": {
                 *           "id": "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12",
                 *           "amount": "1999",
                 *           "currency": "GBP",
                 *           "status": "completed",
                 *           "status_reason": null,
                 *           "test": false,
                 *           "late": false,
                 *           "reversed_amount": null,
                 *           "payment_link_id": null,
                 *           "metadata": {
                 *             "order_id": "ORD-123",
                 *             "bank_name": "Example Bank"
                 *           },
                 *           "rewards": null
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Unix seconds. */
                    created: number;
                    data: {
                        object: Record<string, never>;
                    };
                    id: string;
                    /** @constant */
                    object: "event";
                    /** @description Counts within one payment request, or one link. */
                    sequence: number;
                    /** @enum {unknown} */
                    type: "payment_request.pending" | "payment_request.succeeded" | "payment_request.failed" | "payment_request.cancelled" | "payment_request.expired" | "payment_link.used" | "payment_link.expired";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
