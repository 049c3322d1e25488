import type { ReactNode } from 'react'
import carousel from '../carousel.module.css'
import { CarouselViewport, MoveButton, PlayButton } from '../carousel.tsx'
import styles from './home-slider.module.css'

type HomeSliderProps = {
  readonly label: string
  /** Each with its class, as they are without a slider. */
  readonly slides: readonly { readonly className: string; readonly content: ReactNode }[]
}

/** Slides as wide as the window. The percentage is shown by the script while their pictures load (SITE-05). */
export const HomeSlider = ({ label, slides }: HomeSliderProps) => (
  <section className={styles.slider} data-feature="home_slider">
    <CarouselViewport label={label}>
      <div className={styles.strip}>
        {slides.map(({ className, content }, index) => (
          <div
            key={index}
            className={className}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}`}
          >
            {content}
          </div>
        ))}
      </div>
    </CarouselViewport>
    <div className={`${carousel.controls} ${styles.controls}`}>
      <MoveButton label="Previous slide" icon="left" by={-1} />
      <span className={styles.position} data-position="">
        {`1 / ${slides.length}`}
      </span>
      <MoveButton label="Next slide" icon="right" by={1} />
      <span className={styles.state}>
        <PlayButton />
        <span
          className={styles.progress}
          role="progressbar"
          aria-label="Loading pictures"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={0}
          hidden
        >
          0 %
        </span>
      </span>
    </div>
  </section>
)
