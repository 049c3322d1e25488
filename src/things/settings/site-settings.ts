type Contact = { readonly email: string; readonly phone: string; readonly address: readonly string[] }

/** Site identity and contact. */
export const siteDefaults = {
  siteTitle: 'Samovar',
  tagline: 'Tea, from the leaf to the table',
  ownerEmail: 'owner@samovar.test',
  /** Public contact details; the owner's email address alone if omitted. */
  contact: null as Contact | null,
}

export type SiteSettings = Readonly<typeof siteDefaults>
