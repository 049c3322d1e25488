import { Icon } from '../../platform/ui/icon.tsx'
import styles from './store-notice.module.css'

/**
 * Store notice above the header (SITE-01). It is in every page; an inline script in the head hides it before first
 * paint if it was dismissed.
 */
export function StoreNotice({ id, text }: { id: string; text: string }) {
  return (
    <div
      className={`woocommerce-store-notice demo_store ${styles.notice}`}
      data-notice-id={id}
      role="complementary"
      aria-label="Store notice"
    >
      <p>{text}</p>
      <a
        href="#content"
        role="button"
        className={`woocommerce-store-notice__dismiss-link ${styles.dismiss}`}
        aria-label="Dismiss this notice"
      >
        <Icon name="close" size={18} />
      </a>
    </div>
  )
}
