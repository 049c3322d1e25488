import { useFieldValue } from '../../../platform/admin/fields/field.tsx'
import { FieldGroup } from '../../../platform/admin/fields/form-fields.tsx'
import styles from './focal-point-field.module.css'

/** In percent from the left and from the top. */
export type FocalPoint = { readonly x: number; readonly y: number }

/** Chooses the part of a cropped picture that stays visible: by clicking, or with two sliders by keyboard. */
export function FocalPointField() {
  const { value: picture } = useFieldValue<string>('picture')
  const { value: point, onChange } = useFieldValue<FocalPoint>('focal_point')
  if (picture === '') return null
  const place = `${point.x}% ${point.y}%`
  return (
    <FieldGroup title="Cropping">
      <div className={styles.field}>
        {/* The sliders beside it do the same with the keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
        <div
          className={styles.picture}
          onClick={({ clientX, clientY, currentTarget }) => {
            const { left, top, width, height } = currentTarget.getBoundingClientRect()
            onChange({ x: percent((clientX - left) / width), y: percent((clientY - top) / height) })
          }}
        >
          <img src={picture} alt="" />
          <span className={styles.point} style={{ left: `${point.x}%`, top: `${point.y}%` }} />
        </div>
        <Slider label="From the left" value={point.x} onChange={(x) => onChange({ ...point, x })} />
        <Slider label="From the top" value={point.y} onChange={(y) => onChange({ ...point, y })} />
        <p>Choose what has to stay visible. In tall and wide crops, the picture looks like this:</p>
        <div className={styles.cuts}>
          <img src={picture} alt="" style={{ objectPosition: place }} />
          <img src={picture} alt="" style={{ objectPosition: place }} />
        </div>
      </div>
    </FieldGroup>
  )
}

const percent = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 100)

type SliderProps = { readonly label: string; readonly value: number; readonly onChange: (value: number) => void }

const Slider = ({ label, value, onChange }: SliderProps) => (
  <label className={styles.slider}>
    {label}: {value} %
    <input type="range" min={0} max={100} value={value} onChange={({ target }) => onChange(target.valueAsNumber)} />
  </label>
)
