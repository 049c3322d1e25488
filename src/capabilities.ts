import { accountAccess, usersManage } from './people/identity/capabilities.ts'
import type { WithCapabilities } from './people/staff/rest/user-json.ts'
import { adminAccess } from './platform/access/permissions.ts'
import { shopBuy } from './shop/cart/capabilities.ts'
import { productsWrite, productTextsWrite } from './shop/catalog/capabilities.ts'
import { customersWrite } from './shop/customers/capabilities.ts'
import { ordersRead, ordersWrite } from './shop/orders/capabilities.ts'
import { couponsWrite } from './shop/pricing/capabilities.ts'
import { reviewsWrite } from './shop/reviews/capabilities.ts'
import { commentsModerate, commentsRead } from './site/comments/capabilities.ts'
import { builderUse, contentRead, contentWrite } from './site/content/capabilities.ts'
import { formsWrite, submissionsRead } from './site/forms/capabilities.ts'
import { logRead } from './things/admin-log/capabilities.ts'
import { mediaUpload } from './things/media/capabilities.ts'
import { emailsRead } from './things/messages/capabilities.ts'
import { paymentSettingsWrite, shopSettingsWrite, themeEdit } from './things/settings/capabilities.ts'

/** Every capability with its WordPress and WooCommerce names; each room declares its own. */
export const capabilities: WithCapabilities['capabilities'] = new Map([
  [shopBuy, []],
  [reviewsWrite, []],
  [contentRead, []],
  [commentsRead, []],
  [accountAccess, ['read']],
  [adminAccess, []],
  [contentWrite, ['edit_posts', 'edit_pages', 'publish_posts']],
  [commentsModerate, ['moderate_comments']],
  [builderUse, []],
  [formsWrite, ['wpcf7_edit_contact_forms', 'wpcf7_read_contact_forms']],
  [submissionsRead, []],
  [mediaUpload, ['upload_files']],
  [themeEdit, ['edit_theme_options']],
  [ordersRead, []],
  [ordersWrite, ['edit_shop_orders']],
  [emailsRead, []],
  [productTextsWrite, []],
  [productsWrite, ['edit_products']],
  [couponsWrite, ['edit_shop_coupons']],
  [customersWrite, []],
  [shopSettingsWrite, ['manage_woocommerce']],
  [usersManage, ['list_users', 'edit_users', 'create_users', 'delete_users', 'promote_users']],
  [paymentSettingsWrite, ['manage_options']],
  [logRead, []],
])
