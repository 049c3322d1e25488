import { useEffect, useState } from 'react'
import { button } from '../../ui/button.tsx'
import styles from './add-bar.module.css'
import { usePurchase } from './purchase-store.ts'

export type AddBarProps = { readonly name: string; readonly priceHtml: string }

/** On phones: name, price and button at the bottom, once the form's own button is out of sight. */
export function AddBar({ name, priceHtml }: AddBarProps) {
  const [isShown, setIsShown] = useState(false)
  const purchase = usePurchase()

  useEffect(() => {
    const watched = document.querySelector('.single_add_to_cart_button')
    if (!watched) return
    const observer = new IntersectionObserver(([entry]) => setIsShown(entry !== undefined && !entry.isIntersecting))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [])

  return (
    <div className={`${styles.bar} ${isShown ? styles.shown : ''}`} {...(isShown ? {} : { inert: true })}>
      <div className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.price} dangerouslySetInnerHTML={{ __html: purchase.priceHtml ?? priceHtml }} />
      </div>
      <button
        type="button"
        className={`${button.call} ${styles.add}`}
        onClick={(event) => {
          if (!purchase.isReady) document.querySelector('form.cart')?.scrollIntoView({ block: 'center' })
          purchase.add?.(event.currentTarget)
        }}
      >
        {purchase.isReady ? 'Add to cart' : 'Choose'}
      </button>
    </div>
  )
}
