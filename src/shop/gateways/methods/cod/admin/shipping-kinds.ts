/** Kinds of shipping methods that the payment method can be restricted to. */
export const shippingKinds = [
  ['local_pickup', 'Local pickup'],
  ['flat_rate', 'Flat rate'],
  ['free_shipping', 'Free shipping'],
] as const
