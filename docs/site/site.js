// Stop moving pictures if the reader presses the button, or has asked the system for less motion.
for (const clips of document.querySelectorAll(".clips")) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Hold still";
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    const still = button.getAttribute("aria-pressed") === "false";
    button.setAttribute("aria-pressed", String(still));
    for (const source of clips.querySelectorAll("source"))
      source.media = still ? "all" : "(prefers-reduced-motion: reduce)";
  });
  clips.append(button);
}

// A table or an example that is too wide scrolls by itself: by the arrow keys too.
addEventListener("load", () => {
  for (const block of document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset pre > code"))
    if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
});
