import type { ReactNode } from 'react'
import { paths } from '../../../platform/web/routes.ts'
import styles from './save-button.module.css'

const FORM_ID = 'saved'

/** The form of all save buttons of a page, once in the document, so that a button is only a few bytes. */
export const SaveForm = () => <form id={FORM_ID} method="post" action={paths.saved} hidden />

type SaveButtonProps = {
  readonly productId: number
  /** Accessible name, where the content is only the heart. */
  readonly label?: string
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** Cached pages are the same for everybody, so `saved.client.ts` shows what is saved; without script a press saves. */
export const SaveButton = ({ productId, label, className = '', children }: SaveButtonProps) => (
  <button
    type="submit"
    form={FORM_ID}
    name="save"
    value={productId}
    className={`${styles.heart} ${className}`}
    aria-label={label}
  >
    {children}
  </button>
)

export const RemoveSavedButton = ({ productId, label, className = '' }: Omit<SaveButtonProps, 'children'>) => (
  <button type="submit" form={FORM_ID} name="remove" value={productId} className={className} aria-label={label}>
    Remove
  </button>
)
