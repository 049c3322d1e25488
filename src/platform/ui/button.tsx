import styles from './button.module.css'

/**
 * Button styles. `cta` is the main action, at most once per page; `primary` is an action, `secondary` a link,
 * `tertiary` a minor link. Add WooCommerce's class names beside it.
 */
export const button = styles as Readonly<Record<'cta' | 'primary' | 'secondary' | 'tertiary', string>>
