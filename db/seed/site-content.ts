/** Texts of the header and footer of the demo shop. */

/** The store notice; a dismissal is remembered by its id. */
export const storeNotice = {
  id: 'free-shipping-75',
  text: 'Free shipping in Canada from $75.',
}

/** The shop's details as the pages state them. */
export const business = {
  title: 'Samovar',
  tagline: 'Tea, from the leaf to the table',
  email: 'hello@samovar.test',
  phone: '416-555-0118',
  address: {
    company: 'Samovar Tea House',
    address1: '214 Sterling Road, Unit 9',
    address2: '',
    city: 'Toronto',
    state: 'ON',
    postcode: 'M6R 2B2',
    country: 'CA',
  },
  policies: {
    returnDays: 30,
    returns: 'Thirty days to change your mind.',
    inStock: 'in our Toronto packing room',
    madeToOrder: 'Packed to order in Toronto, in the size you choose',
    onShelf: 'On our shelves in Toronto',
  },
} as const

/** Links at the end of a page. */
export const footerHighlights: readonly { readonly title: string; readonly text: string; readonly href: string }[] = [
  { title: 'Shipping', text: '$9.95 anywhere in Canada, free from $75.', href: '/shipping-returns/' },
  { title: 'On the road', text: 'Two to six business days, packed by hand in Toronto.', href: '/shipping-returns/' },
  { title: 'Returns', text: 'Thirty days, and a credit for a tea you did not like.', href: '/shipping-returns/' },
  {
    title: 'Questions',
    text: 'hello@samovar.test or 416-555-0118, weekdays 9:30 to 16:30 Eastern.',
    href: '/contact/',
  },
]
