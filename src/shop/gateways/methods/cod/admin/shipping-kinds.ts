export const shippingKinds = [
  ['local_pickup', 'Local pickup'],
  ['flat_rate', 'Flat rate'],
  ['free_shipping', 'Free shipping'],
] as const
