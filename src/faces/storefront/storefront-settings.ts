import { themeEdit } from '../../things/settings/capabilities.ts'
import { custom, integer, line, type SettingsOf, setting } from '../../things/settings/setting.ts'

type Highlight = { readonly title: string; readonly text: string; readonly href: string }

const policies = 'Returns and dispatch'

/** Settings of header and footer. */
export const storefrontSettings = {
  storeNotice: setting<{ readonly id: string; readonly text: string } | null, 'store_notice', string>(
    null,
    line({ max: 200 }),
    {
      json: 'store_notice',
      mayChange: themeEdit,
      group: 'Store notice',
      label: 'Shown at the top of every page',
      hint: 'Leave it empty for no notice. A changed notice shows again to people who dismissed the old one.',
      isWide: true,
    },
    (notice) => notice?.text ?? '',
  ),
  /** Dispatch and return promises on product pages, as plain text. */
  policies: {
    /** Also in the structured data for search engines. */
    returnDays: setting(30, integer({ max: 365 }), {
      json: 'return_days',
      group: policies,
      label: 'Days to return goods, 0 for no returns',
    }),
    returns: setting('Thirty days to change your mind.', line({ max: 200 }), {
      json: 'returns_text',
      group: policies,
      label: 'About returns, on product pages',
    }),
    inStock: setting('', line({ max: 200 }), {
      json: 'in_stock_text',
      group: policies,
      label: 'After “In stock, ”',
      hint: 'Where the goods are.',
    }),
    madeToOrder: setting('Packed to order, in the size you choose', line({ max: 200, isRequired: true }), {
      json: 'made_to_order_text',
      group: policies,
      label: 'Tea that is packed to order',
    }),
    onShelf: setting('On our shelves', line({ max: 200, isRequired: true }), {
      json: 'on_shelf_text',
      group: policies,
      label: 'Other goods with choices',
    }),
  },
  footerHighlights: setting<readonly Highlight[], 'footer_highlights'>([], custom, {
    json: 'footer_highlights',
    mayChange: themeEdit,
    group: 'Footer',
    label: 'Highlights',
  }),
}

export type StorefrontSettings = SettingsOf<typeof storefrontSettings>
export type Policies = StorefrontSettings['policies']

export const MAX_HIGHLIGHTS = 6
