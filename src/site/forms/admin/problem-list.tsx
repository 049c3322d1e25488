import { Icon } from '../../../platform/ui/icon.tsx'
import { type FormProblem, mailParts } from '../editing/form-problems.ts'
import styles from './form-editor.module.css'
import { findField, selectPlace } from './insert-text.client.ts'

const places: Readonly<Record<string, string>> = { form: 'Whole form', additional_settings: 'Settings', ...mailParts }

type ProblemListProps = { readonly label: string; readonly problems: readonly FormProblem[] }

/** Problems to fix, each with a link to its place; they do not prevent saving. */
export function ProblemList({ label, problems }: ProblemListProps) {
  return (
    <div role="status">
      {problems.length > 0 && (
        <ul aria-label={label} className={styles.problems}>
          {problems.map(({ section, line, column = 1, message }) => {
            const field = section.replace(/^(form|additional_settings)\.body$/, '$1')
            const open = () => {
              const control = findField(field)
              if (control && line !== undefined) selectPlace(control, line, column)
              else control?.focus()
            }
            return (
              <li key={`${section} ${line} ${column} ${message}`}>
                <Icon name="alert" size={16} />
                <span>
                  <button type="button" onClick={open}>
                    {line === undefined ? places[field.replace(/.*\./, '')] : `Line ${line}, column ${column}`}
                  </button>{' '}
                  {message}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
