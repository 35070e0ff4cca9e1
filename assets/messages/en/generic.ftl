# generic
