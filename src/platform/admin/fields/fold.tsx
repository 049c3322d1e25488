import { type ReactNode, useEffect, useRef } from 'react'
import { get, useFormState } from 'react-hook-form'
import styles from './fold.module.css'

type FoldProps = {
  /** Names of the fields inside begin with it. */
  readonly name: string
  readonly title: string
  readonly about?: string | undefined
  readonly isOpen?: boolean
  readonly isInner?: boolean
  readonly children: ReactNode
}

/** Fields that are folded away under their title. It opens by itself when one of them has an error, and shows the first. */
export function Fold({ name, title, about, isOpen = false, isInner = false, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const { errors, submitCount } = useFormState()
  const hasError = get(errors, name) !== undefined
  useEffect(() => {
    const element = details.current
    if (!hasError || !element) return
    element.open = true
    // Before it was open, the form could not focus the field.
    if (document.activeElement?.getAttribute('aria-invalid') !== 'true')
      element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [hasError, submitCount])
  return (
    <details ref={details} className={isInner ? styles.inner : styles.fold} open={isOpen}>
      <summary>
        <strong>{title}</strong> {about && <span>{about}</span>}
      </summary>
      <fieldset aria-label={title} className={styles.fields}>
        {children}
      </fieldset>
    </details>
  )
}
