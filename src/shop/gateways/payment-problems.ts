/** Messages for shoppers when the outcome of a payment is uncertain (shop.md §8). */

/** No response arrived. Trying again is safe, because the same submission never places a second order. */
export const CONNECTION_LOST =
  'The connection was lost, so we can’t say whether your payment went through. Please try again: you are charged once, however often you do.'

/** The payment failed for a reason that is not the shopper's. */
export const GENERIC_PROBLEM =
  'There was a problem processing the payment. Please check your email inbox and refresh the page to try again.'
