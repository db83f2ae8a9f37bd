"""python -m tabletown.web"""

from tabletown.web.serve import main

raise SystemExit(main())
