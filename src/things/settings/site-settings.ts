/** Who the shop is. */
export type SiteSettings = {
  readonly siteTitle: string
  readonly tagline: string
  readonly ownerEmail: string
  /** Where the house is reached; the owner's address alone when left out. */
  readonly contact: { readonly email: string; readonly phone: string; readonly address: readonly string[] } | null
}

export const siteDefaults: SiteSettings = {
  siteTitle: 'Samovar',
  tagline: 'Tea, from the leaf to the table',
  ownerEmail: 'owner@samovar.test',
  contact: null,
}
