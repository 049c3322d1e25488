import { type ReactNode, useEffect, useRef } from 'react'
import { get, useFormState } from 'react-hook-form'
import styles from './fold.module.css'

type FoldProps = {
  /** Prefix of the names of the fields inside. */
  readonly name: string
  readonly title: string
  readonly about?: string | undefined
  readonly isOpen?: boolean
  readonly isInner?: boolean
  readonly children: ReactNode
}

/** Collapsible fields under a title. It opens if one of them has an error, and focuses the first. */
export function Fold({ name, title, about, isOpen = false, isInner = false, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const { errors, submitCount } = useFormState()
  const hasError = get(errors, name) !== undefined
  useEffect(() => {
    const element = details.current
    if (!hasError || !element) return
    element.open = true
    // The form could not focus the field while the section was closed.
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
