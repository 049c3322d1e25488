import styles from './button.module.css'

/** `cta` is the main action, at most once per page; `tertiary` a minor link. WooCommerce's class names go beside it. */
export const button = styles as Readonly<Record<'cta' | 'primary' | 'secondary' | 'tertiary', string>>
