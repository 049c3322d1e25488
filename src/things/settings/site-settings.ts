/** Site identity and contact. */
export type SiteSettings = {
  readonly siteTitle: string
  readonly tagline: string
  readonly ownerEmail: string
  /** Public contact details; the owner's email address alone if omitted. */
  readonly contact: { readonly email: string; readonly phone: string; readonly address: readonly string[] } | null
}

export const siteDefaults: SiteSettings = {
  siteTitle: 'Samovar',
  tagline: 'Tea, from the leaf to the table',
  ownerEmail: 'owner@samovar.test',
  contact: null,
}
