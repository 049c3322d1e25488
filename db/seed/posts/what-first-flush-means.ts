import type { SeedPost } from '../types.ts'

export const whatFirstFlushMeans: SeedPost = {
  slug: 'what-first-flush-means',
  title: 'What “first flush” means, and what it does not',
  excerpt:
    'A flush is a burst of new growth. In Darjeeling the first one is a small event with air freight; in Assam the second is the one to wait for, and near the equator there is none at all.',
  category: 'Seasons',
  tags: ['first flush', 'darjeeling', 'harvest', 'beginners'],
  daysAgo: 4,
  picture: 'post-what-first-flush-means',
  html: `
<p>The first cartons of the year come in a few weeks after the snow has left our street, and with them the same question at the counter of every tea shop in the country: is first flush the best?</p>
<p>It is the first. To see what else it is, you have to go and look at the bush.</p>

<h2>How a tea bush keeps time</h2>
<p>Tea is an evergreen that grows in pushes. A shoot unfolds four or five leaves, rests, and starts again. Where winters are cool it stops altogether for some months and stores what it has made in roots and stems. When the days lengthen and the soil passes twelve degrees or so, it spends those savings all at once. That push of young leaf is a flush.</p>
<p>Spring shoots have had a long time to fill up. They are rich in amino acids, which taste sweet and brothy, and poorer in the bitter catechins that strong sun produces later on. This is why early tea tends to be soft, fragrant and bright.</p>

<h2>Darjeeling: four pickings a year</h2>

<h3>First flush, March to April</h3>
<p>After a dry, cold winter the hills have usually had one or two showers when picking begins. Makers wither the leaf hard, so it loses well over half its weight in a night, and what remains hardly oxidizes. Hence a black tea with a greenish leaf, a pale gold cup, and a scent of almond and fresh flowers. It is as much a style as a season; a hundred years ago the first flush was made much darker.</p>

<h3>Second flush, late May to June</h3>
<p>Warmer, sunnier, with insects about. The leaf is sturdier, oxidizes fully, and in good years has the famous muscatel note of raisins and honeycomb. Many people who have tried <a href="/product/darjeeling-first-flush/">the first</a> and <a href="/product/darjeeling-second-flush/">the second</a> side by side end up buying the second.</p>

<h3>Monsoon and autumn</h3>
<p>From July the rain is heavy and the leaf grows fast and thin. Most of it goes into blends. In October and November, when the sky clears, there is an autumnal flush: round, coppery, a bit woody, fairly priced and much overlooked.</p>

<h2>The same idea elsewhere</h2>

<h3>Japan</h3>
<p>The first picking is <em>ichibancha</em>, from late April in the south of Kyushu to the middle of May in the cooler hills. The eighty-eighth day after the old beginning of spring, around the second of May, is its feast. Sold at once, it is called <em>shincha</em>, new tea. The second and third pickings of summer make plainer sencha, bottled tea and the base of a good <a href="/product/shizuoka-genmaicha/">genmaicha</a>.</p>

<h3>China</h3>
<p>Nobody says flush there. The old farming calendar does the work: tea picked before Qingming, about the fifth of April, or before Guyu, about the twentieth. For <a href="/product/xi-hu-longjing/">Longjing</a> two weeks may halve the price. For rock oolong, which needs mature leaf, early picking would simply be a mistake.</p>

<h3>Assam</h3>
<p>The first flush is fresh and a little lean. Everyone waits for the second, from the end of May, because that is when the tips turn golden and the malt comes in. Our <a href="/product/assam-golden-tip/">Golden Tip</a> is from those weeks.</p>

<h3>Taiwan</h3>
<p>High mountain oolong has two high seasons, spring and winter. Winter leaf grows slowly in the cold and gives less perfume but more texture. Ask a grower which one they keep for themselves.</p>

<h3>Close to the equator</h3>
<p>In Kenya and most of Sri Lanka the bushes never sleep, and they are picked every week or two all year. What counts there is the dry season. In Uva it comes with the winds of July to September, on the western slopes of Sri Lanka with the cool nights of January to March.</p>

<h2>So, is it worth it?</h2>
<p>Buy first flush Darjeeling for what it is, a spring drink, light and a little wild, and buy an amount that will be gone by autumn, because its charm fades sooner than that of any other black tea. Drink it without milk, with water a few degrees off the boil.</p>
<p>If you want a cup to lean on at seven in the morning, wait for June. The bush will still be there.</p>
`.trim(),
}
