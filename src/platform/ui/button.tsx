import styles from './button.module.css'

/**
 * Looks of things to press. `cta` is clay and stands once on a page, on the one thing to do; `primary` does something,
 * `secondary` leads somewhere, `tertiary` is for small print. Add WooCommerce's own names beside it.
 */
export const button: Readonly<Record<'cta' | 'primary' | 'secondary' | 'tertiary', string>> = {
  cta: styles.cta ?? '',
  primary: styles.primary ?? '',
  secondary: styles.secondary ?? '',
  tertiary: styles.tertiary ?? '',
}
