export type WalletCard = {
  id: string
  label: string
  network: string
  number: string
  funding: 'CREDIT' | 'DEBIT'
  note?: string
}
export type WalletAddress = {
  id: string
  name: string
  address1: string
  address2: string
  locality: string
  administrativeArea: string
  countryCode: string
  postalCode: string
  phoneNumber: string
  note?: string
}

export declare const payer: { name: string; email: string }
export declare const cards: WalletCard[]
export declare const addresses: WalletAddress[]
