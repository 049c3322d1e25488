/** An invoice's number as it is shown, printed and told: an order's is bare, so that neither is taken for the other. */
export const invoiceNumberText = (number: number): string => `INV-${number}`

/** What a search by number asks for, as people type it: '#1042' or '1042' is an order, 'INV-1042' an invoice. */
export function searchedNumber(text: string): { readonly of: 'order' | 'invoice'; readonly number: number } | null {
  const [, prefix, digits] = /^(#|INV-)?(\d{1,9})$/i.exec(text.trim()) ?? []
  return digits === undefined
    ? null
    : { of: prefix?.toUpperCase() === 'INV-' ? 'invoice' : 'order', number: Number(digits) }
}
