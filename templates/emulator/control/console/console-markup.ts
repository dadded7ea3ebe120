/** The page of the console, without style and script. */
export const consoleMarkup = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Emulator console</title>
<!-- style -->
</head>
<body>
<header>
<h1 id="title">Emulator</h1>
<nav id="tabs" aria-label="Views"></nav>
<span class="right"></span>
<label>World <select id="world"></select></label>
<label>Time <output id="time"></output></label>
<button id="hour" type="button">+1 hour</button>
<button id="day" type="button">+1 day</button>
<button id="reset" type="button">Reset</button>
</header>
<main>
<p id="said" role="status"></p>
<div id="view"></div>
</main>
<noscript>The console needs JavaScript.</noscript>
<!-- script -->
</body>
</html>
`;
