import type { SeedPost } from '../types.ts'

export const whichPotForWhichTea: SeedPost = {
  slug: 'which-pot-for-which-tea',
  title: 'Which pot for which tea',
  excerpt:
    'Porcelain, clay, glass or stoneware; a handle at the side or none at all. What the shape and the wall of a pot do to the tea, and how few of them you need.',
  category: 'Teaware',
  tags: ['teaware', 'gongfu', 'beginners'],
  daysAgo: 205,
  picture: 'post-which-pot-for-which-tea',
  html: `
<p>We sell pots, so you may take this with a grain of salt: most people need two. One for mornings, and one that is small enough to be washed in a bowl. Everything beyond that is affection, which is a perfectly good reason to own a pot.</p>

<h2>Three things a pot decides</h2>

<h3>How fast it pours</h3>
<p>A small pot that takes forty seconds to empty has added forty seconds to your fifteen-second infusion. Look at the holes behind the spout. One big hole clogs, a flat grid drains well, and a ball of mesh drains best and is a nuisance to clean.</p>

<h3>How long it stays hot</h3>
<p>Thick walls hold heat once they are warm, and steal it before that. A heavy pot that was not rinsed with boiling water can take eight degrees from your tea in the first minute. Thin porcelain takes little and keeps little, which suits teas that would rather cool down.</p>

<h3>What it remembers</h3>
<p>Glazed ware, porcelain and glass remember nothing. Unglazed clay has pores. Over the months it takes in something of each tea and gives a little back, and this is why a clay pot is kept for one kind of tea. Is the difference large? In our blind tastings two people out of three could pick out the clay pot. Nobody agreed about which cup was better.</p>

<h2>Four pots and what they are good at</h2>
<p><strong>A round porcelain pot</strong> of half a litre or more is for black tea, breakfast and company. Wide enough for leaf to swim, quick to clean, indifferent to what was in it yesterday.</p>
<p><strong>A lidded bowl.</strong> The <a href="/product/white-porcelain-gaiwan/">gaiwan</a> is the most useful thing on our shelves. It does every tea there is, shows you the leaf, costs less than dinner and burns your fingers for the first week. <a href="/blog/gongfu-at-a-kitchen-table/">Gongfu at a kitchen table</a> has the way to hold it.</p>
<p><strong>A side-handled pot.</strong> The <a href="/product/tokoname-kyusu/">Tokoname kyusu</a> was made for Japanese green tea. Its mesh keeps back the fine crumbs of a deep-steamed sencha, and the handle lets you shake out the last drops with a turn of the wrist. Those drops are the best of it.</p>
<p><strong>A small clay pot.</strong> The <a href="/product/yixing-zini-pot/">Yixing pot</a> holds just enough for two people. It rounds off roasted oolong and ripe pu’er, and it is wasted on anything green.</p>

<h2>And glass</h2>
<p>A <a href="/product/glass-teapot/">glass pot</a> loses heat quickly and hides nothing. It is the pot for flowers, for jasmine pearls that uncurl, and for explaining to a child what you are doing. Put it on a cloth rather than on cold stone.</p>

<h2>Size is the mistake people make</h2>
<p>Nearly everyone buys too large. A litre pot that is half full cools twice as fast, and a third cup that has been sitting on the leaf for twenty minutes will convert nobody. Count the cups you really fill at one time. Two people who drink from small cups are happy with 150 ml, two people with mugs want 500.</p>

<h2>Cleaning</h2>
<p>Hot water and fingers for clay, never soap. Baking soda on a damp cloth takes tea stains off porcelain and glass. If a spout has gone dark inside, fill the pot with hot water and a spoonful of soda and leave it overnight. Dry every pot with its lid off, or it will smell like a cupboard by Thursday.</p>

<h2>If you have none</h2>
<p>A measuring jug, a saucer for a lid and a kitchen sieve make tea that is as good as any of these. Start there, and buy a pot when you know what you were missing.</p>
`.trim(),
}
