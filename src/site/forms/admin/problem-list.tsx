import { Icon } from '../../../platform/ui/icon.tsx'
import type { FormProblem } from '../editing/form-problems.ts'
import styles from './form-editor.module.css'

type ProblemListProps = {
  readonly label: string
  readonly problems: readonly FormProblem[]
  /** Text of the link to a problem. */
  readonly placeOf: (problem: FormProblem) => string
  readonly onOpen: (problem: FormProblem) => void
}

/** Problems to fix; they do not prevent saving. */
export const ProblemList = ({ label, problems, placeOf, onOpen }: ProblemListProps) => (
  <div role="status">
    {problems.length > 0 && (
      <ul aria-label={label} className={styles.problems}>
        {problems.map((problem) => (
          <li key={`${problem.section} ${problem.line} ${problem.column} ${problem.message}`}>
            <Icon name="alert" size={16} />
            <span>
              <button type="button" onClick={() => onOpen(problem)}>
                {placeOf(problem)}
              </button>{' '}
              {problem.message}
            </span>
          </li>
        ))}
      </ul>
    )}
  </div>
)
