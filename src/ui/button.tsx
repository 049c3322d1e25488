import styles from './button.module.css'

/**
 * Looks of things to press. `call` is clay and stands once on a page, on the one thing to do; `primary` does something,
 * `secondary` leads somewhere, `quiet` is for small print. Add WooCommerce's own names beside it.
 */
export const button: Readonly<Record<'call' | 'primary' | 'secondary' | 'quiet', string>> = {
  call: styles.call ?? '',
  primary: styles.primary ?? '',
  secondary: styles.secondary ?? '',
  quiet: styles.quiet ?? '',
}
