import type { ReactNode } from 'react'
import { address, picture, text } from '../../../things/blocks/options.ts'
import type { Picture as MediaPicture } from '../../../things/media/media.table.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import carousel from '../carousel.module.css'
import { CarouselViewport, MoveButton, PlayButton } from '../carousel.tsx'
import { defineFeature } from '../feature.ts'
import styles from './home-slider.module.css'

type HomeSliderProps = {
  readonly label: string
  /** Slides with their classes, as used without the slider. */
  readonly slides: readonly { readonly className?: string | undefined; readonly content: ReactNode }[]
  readonly className?: string | undefined
}

/** Full-width slides. The script shows the loading percentage of their pictures (SITE-05). */
export const HomeSlider = ({ label, slides, className = '' }: HomeSliderProps) => (
  <section className={`${styles.slider} ${className}`} data-feature="home_slider">
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

const item = {
  name: 'home_slide',
  title: 'Slide',
  options: { title: text('Title'), picture: picture('Picture'), url: address('Leads to') },
}

/** As a text feature: each slide is a picture with text below it. */
export const homeSlider = defineFeature({
  name: 'home_slider',
  title: 'Slider with percentage',
  options: { title: text('Name of the slider', 'Highlights') },
  item,
  View: ({ options, items, pictures }) => (
    <HomeSlider
      label={options.title}
      className={styles.inText}
      slides={items.map(({ options: { title, picture: mediaId, url }, html }) => ({
        content: <Slide title={title} url={url} html={html} picture={pictures.get(mediaId)} />,
      }))}
    />
  ),
})

type SlideProps = { title: string; url: string; html: string; picture: MediaPicture | undefined }

const Slide = ({ title, url, html, picture: shown }: SlideProps) => (
  <>
    {shown && <Picture picture={shown} maxWidth={720} sizes="(min-width: 760px) 720px, 100vw" alt="" />}
    {title !== '' && <p className={styles.slideTitle}>{url === '' ? title : <a href={url}>{title}</a>}</p>}
    <div dangerouslySetInnerHTML={{ __html: html }} />
  </>
)
