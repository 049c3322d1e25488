import { shopSettingsWrite, themeEdit } from '../../../things/settings/capabilities.ts'
import { boolean, line, oneOf, type SettingsOf, setting } from '../../../things/settings/setting.ts'
import { storefrontSettings } from '../storefront-settings.ts'

const placed = (group: string) => ({ mayChange: themeEdit, group, isWide: true })
const comingSoon = placed('Coming soon')
const header = placed('Header')

/** URL path of a picture in the media library. */
const picturePattern = /^\/wp-content\/uploads\/[\w./%-]+(?<!\.(?:mp4|ogv|webm))$/

/** Look and behaviour of the whole site. */
export const appearanceSettings = {
  comingSoon: {
    /** Closes the business, so editors may not change it. */
    isOn: setting(false, boolean, {
      ...comingSoon,
      mayChange: shopSettingsWrite,
      json: 'coming_soon',
      label: 'Only staff see the shop; everyone else sees “coming soon”',
      hint: 'Accounts, links in emails and payments in progress keep working.',
    }),
    title: setting('Something good is steeping', line({ max: 80, isRequired: true }), {
      ...comingSoon,
      isWide: false,
      json: 'coming_soon_title',
      label: 'Title',
    }),
    text: setting('Our shop opens soon. Come back in a little while.', line({ max: 400 }), {
      ...comingSoon,
      json: 'coming_soon_text',
      label: 'Text',
    }),
    banner: setting('The shop is not open yet: only you and your colleagues see this page.', line({ max: 200 }), {
      ...comingSoon,
      json: 'coming_soon_banner',
      label: 'Banner for staff at the bottom of every page',
      hint: 'Leave it empty for no banner. Those who dismissed it do not see it again.',
    }),
  },
  headerBackground: setting(
    '',
    line({ max: 300, pattern: picturePattern, error: 'is not a picture of the media library.' }),
    {
      ...header,
      json: 'header_background',
      label: 'Picture below the header of every page',
      hint: 'A wide, calm picture. It is decoration, so it needs no alternative text.',
    },
  ),
  transparentHeader: setting<'none' | 'home' | 'all', 'transparent_header'>(
    'none',
    oneOf({ none: 'On no page', home: 'On the home page', all: 'On every page' }),
    { ...header, json: 'transparent_header', label: 'Overlay the header on the picture' },
  ),
  contentProtection: setting(true, boolean, {
    ...placed('Protection'),
    json: 'content_protection',
    label: 'No context menu and no dragging, except in text fields',
    hint: 'It does not stop anyone who knows how to copy, and it inconveniences everyone else.',
  }),
  backToTop: setting(true, boolean, {
    ...placed('Back to top'),
    json: 'back_to_top',
    label: 'A button back to the top of long pages',
  }),
  footerText: setting('', line({ max: 200 }), {
    ...placed('Footer'),
    json: 'footer_text',
    label: 'After the name of the shop, at the bottom',
  }),
}

export type AppearanceSettings = SettingsOf<typeof appearanceSettings>

/** Settings of the “Appearance” screen. Notice and highlights are also part of the shop's settings. */
export const appearanceScreenSettings = {
  storeNotice: storefrontSettings.storeNotice,
  ...appearanceSettings,
  footerHighlights: storefrontSettings.footerHighlights,
}
