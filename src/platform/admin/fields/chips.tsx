import { Icon } from '../../ui/icon.tsx'
import { Badge } from '../parts.tsx'
import styles from './chips.module.css'

type ChipsProps = {
  readonly label: string
  readonly chips: readonly { readonly key: string; readonly text: string; readonly badge?: string | undefined }[]
  readonly onRemove: (index: number) => void
}

export const Chips = ({ label, chips, onRemove }: ChipsProps) =>
  chips.length > 0 && (
    <ul className={styles.chips} aria-label={`${label}: chosen`}>
      {chips.map(({ key, text, badge }, index) => (
        <li key={key}>
          {text}
          {badge && <Badge>{badge}</Badge>}
          <button type="button" aria-label={`Remove ${text}`} onClick={() => onRemove(index)}>
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
