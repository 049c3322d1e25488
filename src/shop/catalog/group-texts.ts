/** WooCommerce's notice for a grouped product with no quantity chosen. */
export const NO_QUANTITY_CHOSEN = 'Please choose the quantity of items you wish to add to your cart…'
