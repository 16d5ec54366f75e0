import { z } from "zod";

// OBWriteDomesticConsent4 and OBWriteDomestic2 of Read/Write API v3.1.11, without the creditor's address, supplementary
// data and multiple authorisations: this bank refuses those fields as unexpected.
const text = (maxLength: number) => z.string().min(1).max(maxLength);

const account = z.strictObject({
  SchemeName: z.string(),
  Identification: text(256),
  Name: text(350).optional(),
  SecondaryIdentification: text(34).optional(),
});

const initiation = z.strictObject({
  InstructionIdentification: text(35),
  EndToEndIdentification: text(35),
  LocalInstrument: z.string().optional(),
  InstructedAmount: z.strictObject({
    Amount: z.string().regex(/^\d{1,13}(\.\d{1,5})?$/, "Not a valid amount."),
    Currency: z.string().regex(/^[A-Z]{3}$/, "Not a currency code."),
  }),
  DebtorAccount: account.optional(),
  CreditorAccount: account.extend({ Name: text(350) }),
  RemittanceInformation: z
    .strictObject({ Unstructured: text(140).optional(), Reference: text(35).optional() })
    .optional(),
});
export type Initiation = z.output<typeof initiation>;

const CONTEXTS = [
  ...["BillingGoodsAndServicesInAdvance", "BillingGoodsAndServicesInArrears", "PispPayee", "BillPayment", "Other"],
  ...["EcommerceMerchantInitiatedPayment", "FaceToFacePointOfSale", "TransferToSelf", "TransferToThirdParty"],
  ...["EcommerceGoods", "EcommerceServices", "PartyToParty"],
] as const;

const risk = z.strictObject({
  PaymentContextCode: z.enum(CONTEXTS).optional(),
  MerchantCategoryCode: z.string().min(3).max(4).optional(),
  MerchantCustomerIdentification: text(70).optional(),
  /** The standard's own spelling. */
  ContractPresentInidicator: z.boolean().optional(),
  BeneficiaryPrepopulatedIndicator: z.boolean().optional(),
  PaymentPurposeCode: z.string().min(3).max(4).optional(),
  BeneficiaryAccountType: z.string().optional(),
  DeliveryAddress: z
    .strictObject({
      AddressLine: z.array(text(70)).max(2).optional(),
      StreetName: text(70).optional(),
      BuildingNumber: text(16).optional(),
      PostCode: text(16).optional(),
      TownName: text(35),
      CountrySubDivision: text(35).optional(),
      Country: z.string().regex(/^[A-Z]{2}$/),
    })
    .optional(),
});

export const consentSchema = z.strictObject({
  Data: z.strictObject({ Initiation: initiation, ReadRefundAccount: z.enum(["Yes", "No"]).optional() }),
  Risk: risk,
});

export const paymentSchema = z.strictObject({
  Data: z.strictObject({ ConsentId: text(128), Initiation: initiation }),
  Risk: risk,
});

/** The parts of a consent's request that answers repeat. Stored with the payment. */
export const detailsSchema = z.object({
  clientId: z.string(),
  initiation,
  risk,
  readRefundAccount: z.enum(["Yes", "No"]).optional(),
});
export type Details = z.output<typeof detailsSchema>;
