import { line, type SettingsOf, setting, yesNo } from '../../things/settings/setting.ts'

export const cartSettings = {
  cartRedirectAfterAdd: setting('no', yesNo, {
    json: 'cart_redirect_after_add',
    group: 'Cart',
    label: 'Go to the cart after adding a product',
  }),
  /** Shown below a total without taxes; '' for nothing. */
  untaxedText: setting('Tea is zero-rated in Canada: no sales tax on it.', line({ max: 200 }), {
    json: 'untaxed_text',
    group: 'Returns and dispatch',
    label: 'In a cart without taxes',
  }),
}

export type CartSettings = SettingsOf<typeof cartSettings>
