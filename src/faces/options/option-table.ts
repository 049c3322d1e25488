/*
 * WooCommerce's options by group: id | label | type, with the name of its choices | default | source. Sources: `=no` is
 * a fixed value, `shop.store_city` a setting of the shop's own API, `mail.low-stock.enabled` a setting of an email
 * type, and `*` is coded in options.ts.
 */

/** Choices that are shared or too long for the table. */
export const choiceTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sell: {
    all: 'Sell to all countries',
    all_except: 'Sell to all countries, except for&hellip;',
    specific: 'Sell to specific countries',
  },
  ship: {
    '': 'Ship to all countries you sell to',
    all: 'Ship to all countries',
    specific: 'Ship to specific countries only',
    disabled: 'Disable shipping &amp; shipping calculations',
  },
  location: {
    '': 'No location by default',
    base: 'Shop country/region',
    geolocation: 'Geolocate',
    geolocation_ajax: 'Geolocate (with page caching support)',
  },
  position: { left: 'Left', right: 'Right', left_space: 'Left with space', right_space: 'Right with space' },
  weight: { kg: 'kg', g: 'g', lbs: 'lbs', oz: 'oz' },
  length: { m: 'm', cm: 'cm', mm: 'mm', in: 'in', yd: 'yd' },
  stock: {
    '': 'Always show quantity remaining in stock e.g. "12 in stock"',
    low_amount: 'Only show quantity remaining in stock when low e.g. "Only 2 left in stock"',
    no_amount: 'Never show quantity remaining in stock',
  },
  download: {
    force: 'Force downloads',
    xsendfile: 'X-Accel-Redirect/X-Sendfile',
    redirect: 'Redirect only (Insecure)',
  },
  entered: { yes: 'Yes, I will enter prices inclusive of tax', no: 'No, I will enter prices exclusive of tax' },
  basis: { shipping: 'Customer shipping address', billing: 'Customer billing address', base: 'Shop base address' },
  shown: { incl: 'Including tax', excl: 'Excluding tax' },
  total: { single: 'As a single total', itemized: 'Itemized' },
  destination: {
    shipping: 'Default to customer shipping address',
    billing: 'Default to customer billing address',
    billing_only: 'Force shipping to the customer billing address',
  },
  storage: { no: 'WordPress posts storage (legacy)', yes: 'High-performance order storage (recommended)' },
  mail: { multipart: 'Multipart' },
}

export const optionTable = `
general | General
  store_address | Address line 1 | text | | shop.store_address
  store_address_2 | Address line 2 | text | | shop.store_address_2
  store_city | City | text | | shop.store_city
  default_country | Country / State | select:places | US:CA | *
  store_postcode | Postcode / ZIP | text | | shop.store_postcode
  allowed_countries | Selling location(s) | select:sell | all | *
  all_except_countries | Sell to all countries, except for&hellip; | multiselect:countries | | =
  specific_allowed_countries | Sell to specific countries | multiselect:countries | | *
  ship_to_countries | Shipping location(s) | select:ship | | *
  specific_ship_to_countries | Ship to specific countries | multiselect:countries | | *
  default_customer_address | Default customer location | select:location | base | =base
  address_autocomplete_enabled | | checkbox | no | =no
  calc_taxes | Enable taxes | checkbox | no | =yes
  enable_coupons | Enable coupons | checkbox | yes | =yes
  calc_discounts_sequentially | | checkbox | no | =no
  currency | Currency | select:currencies | USD | *
  currency_pos | Currency position | select:position | left | =left
  price_thousand_sep | Thousand separator | text | , | =,
  price_decimal_sep | Decimal separator | text | . | =.
  price_num_decimals | Number of decimals | number | 2 | =2
products | Products
  cart_redirect_after_add | Add to cart behaviour | checkbox | no | shop.cart_redirect_after_add
  enable_ajax_add_to_cart | | checkbox | yes | =yes
  placeholder_image | Placeholder image | text | | =
  weight_unit | Weight unit | select:weight | lbs | shop.weight_unit
  dimension_unit | Dimensions unit | select:length | in | =cm
  enable_reviews | Enable reviews | checkbox | yes | =yes
  review_rating_verification_label | | checkbox | yes | =yes
  review_rating_verification_required | | checkbox | no | shop.reviews_buyers_only
  enable_review_rating | Product ratings | checkbox | yes | =yes
  review_rating_required | | checkbox | yes | shop.review_rating_required
  manage_stock | Manage stock | checkbox | yes | =yes
  hold_stock_minutes | Hold stock (minutes) | number | 60 | payments.hold_stock_minutes
  notify_low_stock | Notifications | checkbox | yes | mail.low-stock.enabled
  notify_no_stock | | checkbox | yes | mail.no-stock.enabled
  stock_email_recipient | Notification recipient(s) | text | | mail.low-stock.recipients
  notify_low_stock_amount | Low stock threshold | number | 2 | shop.notify_low_stock_amount
  notify_no_stock_amount | Out of stock threshold | number | 0 | =0
  hide_out_of_stock_items | Out of stock visibility | checkbox | no | =no
  stock_format | Stock display format | select:stock | | =low_amount
  file_download_method | File download method | select:download | force | =force
  downloads_redirect_fallback_allowed | | checkbox | no | =no
  downloads_require_login | Access restriction | checkbox | no | =no
  downloads_grant_access_after_payment | | checkbox | yes | =yes
  downloads_deliver_inline | Open in browser | checkbox | no | =no
  downloads_add_hash_to_filename | Filename | checkbox | yes | =yes
  downloads_count_partial | Count partial downloads | checkbox | yes | =yes
tax | Tax
  prices_include_tax | Prices entered with tax | radio:entered | no | *
  tax_based_on | Calculate tax based on | select:basis | shipping | =shipping
  shipping_tax_class | Shipping tax class | select:inherit | inherit | *
  tax_round_at_subtotal | Rounding | checkbox | no | *
  tax_display_shop | Display prices in the shop | select:shown | excl | *
  tax_display_cart | Display prices during cart and checkout | select:shown | excl | *
  price_display_suffix | Price display suffix | text | | =
  tax_total_display | Display tax totals | select:total | itemized | =itemized
shipping | Shipping
  enable_shipping_calc | Calculations | checkbox | yes | =yes
  shipping_cost_requires_address | | checkbox | no | =no
  shipping_hide_rates_when_free | | checkbox | no | =no
  ship_to_destination | Shipping destination | radio:destination | billing | =billing
  shipping_debug_mode | Debug mode | checkbox | no | =no
checkout | Payments
account | Accounts &amp; Privacy
  enable_guest_checkout | Checkout | checkbox | yes | =yes
  enable_checkout_login_reminder | Login | checkbox | no | =no
  enable_delayed_account_creation | Account creation | checkbox | no | =no
  enable_signup_and_login_from_checkout | Account creation | checkbox | no | *
  enable_myaccount_registration | Account creation | checkbox | no | accounts.registration
  registration_generate_password | Account creation options | checkbox | yes | *
  erasure_request_removes_order_data | Account erasure requests | checkbox | no | =no
  erasure_request_removes_download_data | | checkbox | no | =no
  allow_bulk_remove_personal_data | Personal data removal | checkbox | no | =no
email | Emails
  email_from_name | "From" name | text | | *
  email_from_address | "From" address | email | | *
site-visibility | Site visibility
  coming_soon | Coming soon | checkbox | no | appearance.coming_soon
advanced | Advanced
  checkout_pay_endpoint | Pay | text | order-pay | =order-pay
  checkout_order_received_endpoint | Order received | text | order-received | =order-received
  myaccount_add_payment_method_endpoint | Add payment method | text | add-payment-method | =add-payment-method
  myaccount_delete_payment_method_endpoint | Delete payment method | text | delete-payment-method | =delete-payment-method
  myaccount_orders_endpoint | Orders | text | orders | =orders
  myaccount_view_order_endpoint | View order | text | view-order | =view-order
  myaccount_downloads_endpoint | Downloads | text | downloads | =downloads
  myaccount_edit_account_endpoint | Edit account | text | edit-account | =edit-account
  myaccount_edit_address_endpoint | Addresses | text | edit-address | =edit-address
  myaccount_payment_methods_endpoint | Payment methods | text | payment-methods | =payment-methods
  myaccount_lost_password_endpoint | Lost password | text | lost-password | =lost-password
  logout_endpoint | Logout | text | customer-logout | =customer-logout
  allow_tracking | Enable tracking | checkbox | no | =no
  show_marketplace_suggestions | Show Suggestions | checkbox | yes | =no
  custom_orders_table_enabled | Order data storage | radio:storage | no | =yes
`

/** Email types: WooCommerce's id, our type, its label, and whether it is sent to the shop. */
export const emailTable = `
new_order | new-order | New order | shop
cancelled_order | shop-order-cancelled | Cancelled order | shop
customer_cancelled_order | order-cancelled | Cancelled order |
failed_order | shop-payment-failed | Failed order | shop
customer_failed_order | payment-failed | Failed order |
customer_processing_order | order-confirmation | Processing order |
customer_completed_order | order-sent | Completed order |
customer_refunded_order | order-refunded | Refunded order |
customer_invoice | payment-request | Order details |
customer_note | customer-note | Customer note |
customer_reset_password | reset-password | Reset password |
customer_new_account | new-account | New account |
`
