// Generated from docs/openapi.json by `npm run generate -w client`. Not edited by hand.

/** Decimals of the currencies that have others than two (ISO 4217). */
export const DECIMALS: Readonly<Record<string, number>> = {"default":2,"BIF":0,"CLP":0,"DJF":0,"GNF":0,"ISK":0,"JPY":0,"KMF":0,"KRW":0,"PYG":0,"RWF":0,"UGX":0,"UYI":0,"VND":0,"VUV":0,"XAF":0,"XOF":0,"XPF":0,"BHD":3,"IQD":3,"JOD":3,"KWD":3,"LYD":3,"OMR":3,"TND":3,"CLF":4,"UYW":4};
