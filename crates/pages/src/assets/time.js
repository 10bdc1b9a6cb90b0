// Shows times in the reader's zone; without scripts they are in UTC.
for (const time of document.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    time.title = time.textContent;
    const [two, pad] = [(part) => String(part).padStart(2, '0'), (year) => String(year).padStart(4, '0')];
    time.textContent = `${pad(at.getFullYear())}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
