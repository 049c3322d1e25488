/**
 * The currencies that an owner may switch on: those that the payment provider charges. Not among them are the ariary, the
 * króna and the Ugandan shilling, whose amounts it counts in other units than ISO 4217.
 */
export const offeredCurrencies: readonly string[] = `
  USD EUR GBP AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CDF CHF CLP
  CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB FJD FKP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD JOD JPY KES
  KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD
  OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SOS SRD SZL THB TJS TND TOP TRY TTD TWD TZS
  UAH UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW`
  .trim()
  .split(/\s+/)
